import { Notice } from '../../ui/feedback/notice.tsx'

/** Names what could not be read of a file or of what was stored; nothing where all was. */
export function LeftOut({ of, names }: { of: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return <Notice state="watch">{`Lyra could not read part of ${of} and left out: ${names.join(', ')}.`}</Notice>
}
