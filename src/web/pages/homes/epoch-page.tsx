import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chainNow } from '../../api/status/node-status.ts'
import { BlockCell } from '../../entities/epoch/block-cell.tsx'
import { ExplorerLink } from '../../entities/explorer.tsx'
import { useNodeStaleness } from '../../entities/staleness.ts'
import { TeamCell } from '../../entities/team-cell.tsx'
import { TimeCell } from '../../entities/time-cell.tsx'
import { useNodeState } from '../../entities/use-node-status.ts'
import { MissingCell } from '../../entities/value-cells.tsx'
import { compare, groupDigits } from '../../format/amount.ts'
import { formatSpan } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import { Answered, type Answer, answerOf } from '../../infinite-list/query-panel.tsx'
import { useHeldFailure } from '../../infinite-list/answers.ts'
import { linkTo } from '../../link-to.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { useParams } from '../../router/use-location.ts'
import { fact, type Fact, FactList, Facts } from '../../ui/display/facts.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { isAbsent } from '../../ui/feedback/failure-view.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { ShareMenu } from '../../ui/overlays/share-menu.tsx'
import { epochQuery } from './epoch-query.ts'
import { ModesCard } from './epoch-modes.tsx'
import styles from './homes.module.css'
import { Joins } from './joins-table.tsx'
import { type KnownJoins, useKnownJoins } from './known-joins.ts'
import { NoNumber } from './no-number.tsx'
import { blocksIn, type EpochFacts, epochSentence, numberOf } from './sentences.ts'

const block = (height: string | undefined) =>
  height === undefined ? <MissingCell reason="not recorded" words /> : <BlockCell height={height} />

function timeFacts(epoch: EpochFacts): Fact[] {
  const { start, expiry, end } = epoch
  return [
    fact('Began', <TimeCell ns={String(start)} />),
    fact('Planned end', <TimeCell ns={String(expiry)} />),
    fact('Ended', end === undefined ? 'still running' : <TimeCell ns={String(end)} />),
    fact('Length', formatSpan(toMilliseconds((end ?? expiry) - start)) + (end === undefined ? ' planned' : '')),
  ]
}

function blockFacts(epoch: EpochFacts): Fact[] {
  const blocks = blocksIn(epoch)
  return [
    fact('First block', block(epoch.firstBlock)),
    fact('Last block', epoch.end === undefined ? 'still running' : block(epoch.lastBlock)),
    fact('Blocks', blocks === undefined ? <MissingCell reason="not known yet" words /> : groupDigits(blocks)),
  ]
}

function Sentence({ seq, answer }: { seq: string; answer: Answer<EpochFacts> }) {
  const zone = useZone()
  const running = useNodeState().epoch?.seq
  const stale = useNodeStaleness() !== undefined
  const name = `Epoch ${groupDigits(seq)}`
  const { data, failure } = answer
  if (data) {
    return (
      <Verdict state="info" icon="clock" title={epochSentence(data, chainNow(), zone, stale)}>
        Spam counters, rewards and the service level of providers are counted per epoch.
      </Verdict>
    )
  }
  if (!failure) return <Verdict waiting state="unknown" title={`Loading epoch ${groupDigits(seq)}`} />
  if (!isAbsent(failure)) return <Verdict state="unknown" icon="clock" title={`${name} could not be loaded.`} />
  const ahead = running !== undefined && compare(seq, running) > 0
  return (
    <Verdict
      state="info"
      icon="clock"
      title={
        ahead ? `${name} has not begun: epoch ${groupDigits(running)} is running.` : `${name} is not on this node.`
      }
    >
      {!ahead && 'Nodes have epochs from the start of their history; some do not serve epochs at all.'}
    </Verdict>
  )
}

function JoinsCard({ seq, known }: { seq: string; known: KnownJoins }) {
  const joins = known.joins.filter(({ joinedAtEpoch }) => joinedAtEpoch === seq)
  return (
    <Panel
      flush
      title="Team joins in this epoch"
      count={joins.length > 0 ? plural(joins.length, 'join') : undefined}
      end={`${plural(known.answered, 'party', 'parties')} checked`}
    >
      <Joins
        known={known}
        joins={joins}
        label="Team joins in this epoch"
        renderTeam={(teamId) => <TeamCell id={teamId} />}
        empty={
          <Empty title="None of them joined a team in this epoch">
            Nodes report joins one party at a time. Checked here: parties you watch, have named or opened, and those
            this node names.
          </Empty>
        }
      />
    </Panel>
  )
}

function EpochBody({ seq }: { seq: string }) {
  const answer = useHeldFailure(answerOf(useQuery(epochQuery({ id: seq }))), seq)
  const known = useKnownJoins()
  const unknown = answer.data === undefined && isAbsent(answer.failure)
  // While an absent epoch is asked for again its panel stays away, so that nothing jumps.
  const [absent, setAbsent] = useState(false)
  if (unknown && !absent) setAbsent(true)
  if (answer.data && absent) setAbsent(false)
  const number = BigInt(seq)
  const running = useNodeState().epoch?.seq
  const isNewest = answer.data ? answer.data.end === undefined : running !== undefined && number >= BigInt(running)
  return (
    <>
      <PageHead
        title={`Epoch ${groupDigits(seq)}`}
        sub={seq === running ? 'The running epoch' : undefined}
        actions={
          <>
            <Freshness query={answer} />
            {number > 0n && (
              <ButtonLink href={linkTo('/epochs/$epoch', { epoch: String(number - 1n) })} icon="chevron-left">
                Previous
              </ButtonLink>
            )}
            {!isNewest && (
              <ButtonLink href={linkTo('/epochs/$epoch', { epoch: String(number + 1n) })}>
                Next <Icon name="chevron-right" />
              </ButtonLink>
            )}
            <ExplorerLink kind="epoch" id={seq} />
            <ShareMenu>Copy link</ShareMenu>
          </>
        }
      />
      <InOrder>
        <Panel>
          <div className={styles.sentence}>
            <Sentence seq={seq} answer={answer} />
          </div>
        </Panel>
        {!absent && (
          <Panel title="Times and blocks">
            <Answered answer={answer} what={`epoch ${groupDigits(seq)}`} rows={5} columns={2}>
              {(epoch) => (
                <Facts>
                  <FactList title="Times" facts={timeFacts(epoch)} />
                  <FactList title="Blocks" facts={blockFacts(epoch)} />
                </Facts>
              )}
            </Answered>
          </Panel>
        )}
        <JoinsCard seq={seq} known={known} />
        <ModesCard seq={seq} />
      </InOrder>
    </>
  )
}

/** An epoch: when it was, the ones beside it, and what was seen in it. */
export function EpochPage() {
  const { epoch = '' } = useParams()
  const seq = numberOf(epoch)
  return seq === undefined ? <NoNumber what="Epoch" text={epoch} /> : <EpochBody key={seq} seq={seq} />
}
