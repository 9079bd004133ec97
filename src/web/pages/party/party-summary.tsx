import { formatInstant } from '../../format/time.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import type { PanelQuery } from '../../infinite-list/query-panel.tsx'
import styles from './party-summary.module.css'
import type { PartyLine } from '../../entities/party/party-line.ts'

interface SentenceProps {
  spam: PanelQuery<SpamVerdict>
  /** Whether all other panels have loaded. */
  others: boolean
}

function Sentence({ spam, others }: SentenceProps) {
  const zone = useZone()
  const verdict = spam.data
  if (!verdict) {
    const why = others ? 'See the reason below. Everything else is loaded.' : 'See the reason below.'
    return (
      <SummaryBanner
        state="unknown"
        waiting={!spam.error}
        title={spam.error ? 'Spam limits unavailable' : 'Loading\u2026'}
      >
        {spam.error ? why : 'One moment.'}
      </SummaryBanner>
    )
  }
  const { ban } = verdict
  return (
    <SummaryBanner
      state={verdict.worst}
      waiting={verdict.checking}
      title={
        ban ? (
          <>
            {verdict.sentence}{' '}
            <em>
              The ban ends in <Countdown until={ban.until} now={serverNow} />.
            </em>
          </>
        ) : (
          verdict.sentence
        )
      }
    >
      {ban && `Until ${formatInstant(ban.until, zone)}. `}
      {verdict.context}
    </SummaryBanner>
  )
}

export interface StripLine {
  name: string
  icon: IconName
  href: string
  /** Undefined while waiting. */
  line: PartyLine | undefined
  failed: boolean
}

export function PartySummary({ lines, ...sentence }: SentenceProps & { lines: readonly StripLine[] }) {
  return (
    <Panel>
      <InOrder>
        <Sentence {...sentence} />
        <nav className={styles.cells} aria-label="What is known about this party" {...inOrder(true)}>
          {lines.map(({ name, icon, href, line, failed }) => {
            const unread = failed
              ? { answer: 'Not loaded', context: 'See below' }
              : { answer: '\u2026', context: 'Loading' }
            const { answer, context } = line ?? unread
            return (
              <Anchor key={name} className={styles.cell} href={href} data-waiting={(!line && !failed) || undefined}>
                <Icon name={icon} />
                <span>
                  <span className={styles.name}>{name}</span>
                  <b>{answer}</b>
                  <small>{context}</small>
                </span>
              </Anchor>
            )
          })}
        </nav>
      </InOrder>
    </Panel>
  )
}
