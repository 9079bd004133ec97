import { Anchor } from './anchor.tsx'

/** At the right of a card's header: leads to the same in full. */
export const OpenLink = ({ href, text }: { href: string; text: string }) => (
  <Anchor className="link" href={href}>
    {text}
  </Anchor>
)
