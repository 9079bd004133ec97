import { Explain } from '../ui/overlays/explain.tsx'
import { loadMeanings, meaningMissing, useMeanings } from './meanings.ts'
import type { TermName } from './terms.ts'

/** A word with its explanation, the same wherever it stands and at /help. */
export function Term({ of, children }: { of: TermName; children: string }) {
  const loaded = useMeanings()
  const text = loaded === false ? meaningMissing : 'Loading\u2026'
  return (
    <span onPointerEnter={loadMeanings} onFocus={loadMeanings}>
      <Explain entry={loaded ? loaded.terms[of] : { title: children, text }} words={children} />
    </span>
  )
}
