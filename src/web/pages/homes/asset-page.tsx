import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Asset, getAsset } from '../../../wire/network.ts'
import { ask } from '../../api/client.ts'
import { type AssetLabel, assetLabel, useAssets } from '../../entities/asset/labels.ts'
import { MarketCell } from '../../entities/market/cell.tsx'
import { type MarketLabel, useMarkets } from '../../entities/market/labels.ts'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { enumWords } from '../../entities/enum-words.ts'
import { OddId } from '../../entities/odd-id.tsx'
import { shortId } from '../../format/id.ts'
import { plural } from '../../format/words.ts'
import { useHeldFailure } from '../../infinite-list/answers.ts'
import { Answered, type Answer, answerOf } from '../../infinite-list/query-panel.tsx'
import { linkTo } from '../../link-to.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useParams } from '../../router/use-location.ts'
import { FactList, Facts } from '../../ui/display/facts.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { isAbsent } from '../../ui/feedback/failure-view.ts'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
import { useTellTitle } from '../../ui/feedback/tab-state.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { detailFacts, originFacts } from './asset-facts.tsx'
import styles from './homes.module.css'

const assetQuery = (assetId: string) =>
  queryOptions({
    queryKey: [getAsset.name, assetId],
    queryFn: async ({ signal }) => (await ask(getAsset, { assetId }, { signal })).asset,
    staleTime: 10 * 60_000,
  })

interface SentenceProps {
  id: string
  label: AssetLabel | undefined
  answer: Answer<Asset>
  listed: 'waiting' | 'known' | 'absent'
  markets: readonly MarketLabel[] | undefined
  /** Its last part is still to come: the sentence is shown whole, so that it does not grow by a line. */
  waiting: boolean
}

function settlingIn({ length }: readonly MarketLabel[]): string {
  if (length === 0) return '; no market of this node settles in it'
  return `; ${plural(length, 'market')} of this node ${length === 1 ? 'settles' : 'settle'} in it`
}

function Sentence({ id, label, answer, listed, markets, waiting }: SentenceProps) {
  const own = usePreference('decimals')[id]
  if (label && !waiting) {
    const settled = markets === undefined ? '' : settlingIn(markets)
    return (
      <Verdict
        state="info"
        icon="info"
        title={`${label.symbol}, ${label.name}: ${enumWords(label.status)}, ${plural(label.decimals, 'decimal')}${settled}.`}
        action={
          <ButtonLink href={linkTo('/ledger', { assetId: id })} icon="columns">
            Statements in this asset
          </ButtonLink>
        }
      >
        Amounts arrive in its smallest unit and are shown with its decimals.
      </Verdict>
    )
  }
  if (label || !answer.failure || listed === 'waiting')
    return <Verdict waiting state="unknown" title="Loading this asset" />
  const known =
    own === undefined ? 'Its amounts are shown as received.' : `You have set ${plural(own, 'decimal')} for it.`
  return (
    <Verdict
      state="info"
      title={
        listed === 'absent'
          ? `Asset ${shortId(id)} is not described by this node.`
          : 'No asset of this node has this id.'
      }
      action={
        <ButtonLink href={linkTo('/settings', { decimals: id })} icon="settings">
          Set its decimals
        </ButtonLink>
      }
    >
      {known}
    </Verdict>
  )
}

function MarketsCard({ markets, absent }: { markets: readonly MarketLabel[] | undefined; absent: boolean }) {
  return (
    <Panel flush title="Markets that settle in it" count={markets && markets.length > 0 ? markets.length : undefined}>
      {markets === undefined || markets.length === 0 ? (
        <div className={styles.inside}>
          <Empty title={absent ? 'This node does not list its markets' : 'No market settles in this asset'}>
            {absent ? 'So it is unknown which ones settle in this asset.' : 'Fees or rewards may still be paid in it.'}
          </Empty>
        </div>
      ) : (
        <Table
          label="Markets that settle in it"
          head={
            <>
              <th>Market</th>
              <th>Product</th>
              <th>State</th>
            </>
          }
        >
          {markets.map(({ id, product, state }) => (
            <tr key={id}>
              <td>
                <MarketCell id={id} />
              </td>
              <td>{product === 'unknown' ? 'not reported' : product}</td>
              <td>{enumWords(state)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** An asset: what the node's record says, and what settles in it. */
export function AssetPage() {
  const { assetId = '' } = useParams()
  const assets = useAssets()
  const all = useMarkets()
  const answer = useHeldFailure(answerOf(useQuery(assetQuery(assetId))), assetId)
  const label = answer.data ? assetLabel(answer.data) : assets.byId.get(assetId)
  const markets =
    all.state === 'known'
      ? [...all.byId.values()].filter(({ settlementAsset }) => settlementAsset === assetId)
      : undefined
  const name = label?.symbol || shortId(assetId)
  useTellTitle({ now: `Asset, ${name}`, lasting: `Asset, ${name}` })
  // A node answers 400 where the text cannot be an id, 404 where it knows none, and has no such read at all otherwise.
  const unknown = answer.data === undefined && (isAbsent(answer.failure) || answer.failure?.status === 400)
  return (
    <>
      <SubjectTitle
        id={assetId}
        kind="asset"
        name={name}
        named={label !== undefined}
        what={label ? label.name : 'Asset'}
        freshness={answer}
      />
      <OddId id={assetId} />
      <InOrder narrow>
        <Panel>
          <div className={styles.sentence}>
            <Sentence
              id={assetId}
              label={label}
              answer={answer}
              listed={assets.state}
              markets={markets}
              waiting={all.state === 'waiting'}
            />
          </div>
        </Panel>
        <div className={styles.columns} {...inOrder(true)}>
          <Panel title="Details" end="from the node’s record of this asset">
            {unknown ? (
              <Empty
                title={
                  assets.state === 'absent' ? 'This node does not describe its assets' : 'No such asset on this node'
                }
              >
                The id may belong to something else, or to an asset on another network.
              </Empty>
            ) : (
              <Answered answer={answer} what="this asset" rows={6} columns={2}>
                {(asset) => (
                  <Facts>
                    <FactList title="Asset" facts={detailFacts(assetLabel(asset))} />
                    <FactList title="Origin" facts={originFacts(asset, assetLabel(asset))} />
                  </Facts>
                )}
              </Answered>
            )}
          </Panel>
          <MarketsCard markets={markets} absent={all.state === 'absent'} />
        </div>
      </InOrder>
    </>
  )
}
