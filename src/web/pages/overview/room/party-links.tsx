import { lazy, Suspense, useEffect, useState } from 'react'
import { linkTo } from '../../../router/link-to.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { FactLines } from './fact-lines.tsx'
import chosen from './chosen-party.module.css'
import styles from './watch-room.module.css'

const PartyFacts = lazy(async () => ({ default: (await import('./party-facts.tsx')).PartyFacts }))

/** Arrow keys pass over parties: only one on which they rest is worth up to seven requests. */
const restMs = 600

/** The other questions about the chosen party: their answers in a line each, and where they are answered whole. */
export function PartyLinks({ partyId }: { partyId: string }) {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const waiting = <FactLines partyId={partyId} />
  return (
    <section className={chosen.part} aria-labelledby="elsewhere">
      <div className={styles.elsewhere}>
        <h3 id="elsewhere">Elsewhere</h3>
        <nav aria-label="More about this party">
          <Anchor href={linkTo('/ledger-export', { partyId })}>Ledger export</Anchor>
        </nav>
      </div>
      <dl className={chosen.lines}>
        {rested ? (
          <Suspense fallback={waiting}>
            <PartyFacts partyId={partyId} />
          </Suspense>
        ) : (
          waiting
        )}
      </dl>
    </section>
  )
}
