import { useQuery } from '@tanstack/react-query'
import { useParams } from '../../router/use-location.ts'
import { isAway } from '../../client/connection.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { formatAge } from '../../format/duration.ts'
import { IgnoredParamsWarning, InvalidIdWarning } from '../../entities/warnings.tsx'
import { linkTo } from '../../router/link-to.ts'
import { useNow } from '../../ui/use-now.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { usePreference } from '../../preferences/use-preferences.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { LiveToggle } from '../../ui/inputs/toggle.tsx'
import { failureLine } from '../../ui/feedback/failure-view.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import { MoreActions } from '../../ui/overlays/share-menu.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Bell } from './alerts/bell.tsx'
import { useHistory, forgetSamples } from './history/samples.ts'
import { Limits } from './limits.tsx'
import { spamStatisticsQuery, type SpamReply } from './query.ts'
import { blocksSince } from './block-time.ts'
import { sendableJson } from './sendable-json.ts'
import { requestItems } from '../../ui/overlays/request-items.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import { useVerdict } from './verdict/use-verdict.ts'
import { VerdictPanel } from './verdict/verdict-panel.tsx'
import { useWatched } from './watcher/watched.ts'
import styles from './page.module.css'
import { wallHref } from './wall.ts'
import { failureOf } from '../../format/failure.ts'
import { plural } from '../../format/words.ts'
import { saveText } from '../../list/save-file.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { forgetHistories } from './history/spam-history-db.ts'
import { type History, historyCsv } from './history/history.ts'

interface HistoryMenuProps {
  partyId: string
  history: History
  reply: SpamReply | undefined
  verdict: SpamVerdict | undefined
}

/** Saves the history of the counters, the last response and what may still be sent, and copies the request. */
function HistoryMenu({ partyId, history, reply, verdict }: HistoryMenuProps) {
  const { base } = useNodeState('base')
  const name = `spam-${partyId.slice(0, 16)}`
  const sendable =
    reply && verdict && !verdict.stale
      ? () => sendableJson(partyId, verdict, reply.statistics.pow, blocksSince(verdict.answeredAt))
      : undefined
  const changes = Object.values(history).reduce((sum, runs) => sum + runs.length, 0)
  return (
    <Menu
      icon="download"
      trigger="Export"
      items={[
        {
          label: 'History as CSV',
          hint: plural(changes, 'change'),
          disabled: changes === 0,
          onSelect: () => saveText(`${name}-history.csv`, 'text/csv', historyCsv(history)),
        },
        {
          label: 'Latest response as JSON',
          disabled: reply === undefined,
          onSelect: () => saveText(`${name}.json`, 'application/json', [JSON.stringify(reply, null, 2)]),
        },
        {
          label: 'What it can still send as JSON',
          disabled: sendable === undefined,
          onSelect: () => saveText(`${name}-sendable.json`, 'application/json', sendable ? [sendable()] : []),
        },
        ...requestItems(`${base || location.origin}/statistics/spam/${encodeURIComponent(partyId)}`),
        'line',
        {
          label: 'Clear the history of all parties',
          onSelect: () => {
            forgetSamples()
            void forgetHistories()
            toast('Counter history cleared in this browser.')
          },
        },
      ]}
    />
  )
}

/** A component of its own, so that the page does not render every second. Screen readers do not announce it. */
function Age({ since }: { since: number }) {
  return <span aria-live="off">{useNow((now) => formatAge(Math.max(0, now - since)))}</span>
}

/** The limits of a party: how close each is, how fast it fills, and when it resets. */
export function SpamStatisticsPage() {
  const { partyId = '' } = useParams()
  const query = useQuery(spamStatisticsQuery(partyId))
  const history = useHistory(partyId)
  const verdict = useVerdict({ partyId, data: query.data, dataUpdatedAt: query.dataUpdatedAt })
  useWatched([partyId], true)
  const watched = usePreference('watched')
  const { phase } = useNodeState('phase')
  return (
    <>
      <PageHead
        title="Spam limits"
        sub={<IdChip id={partyId} kind="party" to={linkTo('/parties/$partyId', { partyId })} />}
        actions={
          <>
            <Freshness query={query} />
            <MoreActions>
              <LiveToggle />
              <Bell />
              <ButtonLink href={wallHref([partyId, ...watched])} icon="columns">
                Watch room
              </ButtonLink>
              <HistoryMenu partyId={partyId} history={history} reply={query.data} verdict={verdict} />
            </MoreActions>
          </>
        }
      />
      <InvalidIdWarning id={partyId} />
      <IgnoredParamsWarning />
      {/* Old values say so themselves, and a node that is away has its banner. */}
      {query.error && query.data && !verdict?.stale && !isAway(phase) && (
        <Notice state="near">
          {failureLine(failureOf(query.error), 'newer values')}. These are <Age since={query.dataUpdatedAt} /> old.
        </Notice>
      )}
      {query.data && verdict && !verdict.checking && verdict.worst !== 'unrecorded' ? (
        <Limits history={history} verdict={verdict} statistics={query.data.statistics} />
      ) : query.error && !verdict ? (
        <Panel>
          <FailureNotice
            failure={failureOf(query.error)}
            what="these spam limits"
            onRetry={() => void query.refetch()}
          />
        </Panel>
      ) : (
        <Unproven verdict={verdict} />
      )}
    </>
  )
}

/** No limits: none yet, or the zeros that the node reports for a key that it does not know, or may not know. */
function Unproven({ verdict }: { verdict: SpamVerdict | undefined }) {
  return (
    <InOrder where="narrow">
      {verdict ? (
        <VerdictPanel verdict={verdict} seq={verdict.epoch} />
      ) : (
        <Panel>
          <Skeleton rows={2} columns={1} what="the spam limits" />
        </Panel>
      )}
      {verdict?.worst !== 'unrecorded' && (
        <div className={classNames(styles['gauges'], styles['waiting'])}>
          {Array.from({ length: 3 }, (_, index) => (
            <Panel key={index}>
              <Skeleton rows={4} columns={1} />
            </Panel>
          ))}
        </div>
      )}
    </InOrder>
  )
}
