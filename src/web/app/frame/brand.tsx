import { brandMark } from './brand-mark.ts'

/** Decorative beside the name. */
export const BrandMark = () => (
  <svg width="26" height="26" viewBox="2 1 22 22" aria-hidden="true" dangerouslySetInnerHTML={{ __html: brandMark }} />
)
