import { Explain } from '../ui/overlays/explain.tsx'
import { terms, type TermName } from './terms.ts'

/** A word with its explanation, the same wherever it stands and at /help. */
export function Term({ of, children }: { of: TermName; children: string }) {
  return <Explain entry={terms[of]} words={children} />
}
