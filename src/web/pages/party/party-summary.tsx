import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { serverNow } from '../../client/server-clock.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import type { PanelQuery } from '../../list/query-panel.tsx'
import styles from './party-summary.module.css'
import type { PartyLine, PartyRows } from '../../entities/party/node-parties.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { plural } from '../../format/words.ts'
import { verdictWords } from '../../features/spam-statistics/index.ts'
import { joinedWords, membershipsOf } from '../../features/referee-history/index.ts'

/** The current team and how long the party has been in it; `nowNs` is the chain's time in Unix nanoseconds. */
export function teamLine(data: PartyRows<TeamRefereeHistory>, nowNs: bigint, zone: Zone): PartyLine {
  const memberships = membershipsOf(data.rows, { newestFirst: true, complete: data.complete })
  const [current] = memberships
  if (!current) return { answer: data.complete ? 'No team recorded' : 'Not known', context: '' }
  const place = !data.complete ? 'In a team' : memberships.length === 1 ? 'First team' : joinedWords(memberships)
  const epoch = `epoch ${groupDigits(current.joinedAtEpoch)}`
  // A time of 0 is one that the node has not recorded.
  if (current.joinedAt === '0') return { answer: place, context: `Since ${epoch}` }
  return {
    answer: place,
    context: `${formatAge(toMilliseconds(nowNs - BigInt(current.joinedAt)))} so far, since ${formatInstant(current.joinedAt, zone, { time: false, name: true })}, ${epoch}`,
  }
}

interface Counted {
  request: { partyId: string; assetId?: string }
  outcome: string | undefined
  rows: number
  range: string
}

/** Entries are counted by complete, verified exports of all assets in this browser; `exports` are newest first. Undefined without one. */
export function ledgerLine(exports: readonly Counted[], partyId: string): PartyLine | undefined {
  const whole = exports.find(
    ({ request, outcome }) => request.partyId === partyId && request.assetId === undefined && outcome === 'complete',
  )
  return whole && { answer: plural(whole.rows, 'entry', 'entries'), context: whole.range }
}

function Sentence({ spam }: { spam: PanelQuery<SpamVerdict> }) {
  const zone = useZone()
  const verdict = spam.data
  // The panel of the limits says why.
  if (!verdict && spam.error) return null
  if (!verdict) {
    return (
      <SummaryBanner state="unknown" waiting title="Loading…">
        {'\u00a0'}
      </SummaryBanner>
    )
  }
  const { ban, worst } = verdict
  return (
    <SummaryBanner
      state={worst}
      waiting={verdict.checking}
      title={verdictWords(verdict, zone)}
      action={worst === 'unrecorded' ? <ButtonLink href="/parties">Enter another key</ButtonLink> : undefined}
    >
      {ban && (
        <>
          <Countdown until={ban.until} now={serverNow} /> left.{' '}
        </>
      )}
      {verdict.context}
    </SummaryBanner>
  )
}

export interface StripLine {
  name: string
  icon: IconName
  /** Undefined while waiting. */
  line: PartyLine | undefined
  failed: boolean
}

export function PartySummary({ lines, spam }: { spam: PanelQuery<SpamVerdict>; lines: readonly StripLine[] }) {
  return (
    <Panel>
      <InOrder>
        <Sentence spam={spam} />
        {spam.data?.worst !== 'unrecorded' && (
          <div className={styles.cells} {...inOrder('narrow')}>
            {lines.map(({ name, icon, line, failed }) => {
              if (!line && failed) return null
              const { answer, context } = line ?? { answer: '\u2026', context: 'Loading' }
              return (
                <div key={name} className={styles.cell} data-waiting={!line || undefined}>
                  <Icon name={icon} />
                  <span>
                    <span className={styles.name}>{name}</span>
                    <b>{answer}</b>
                    <small>{context}</small>
                  </span>
                </div>
              )
            })}
          </div>
        )}
      </InOrder>
    </Panel>
  )
}
