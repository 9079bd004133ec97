import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { plural, enumWords } from '../../format/words.ts'
import { useAssets, type AssetLabel, marketsQuery, type MarketLabel } from '../../entities/labels.ts'
import { StoppedNote } from '../../entities/warnings.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Table } from '../../ui/display/table.tsx'
import { QueryPanel } from '../../list/query-panel.tsx'
import { MarketRow } from './market-row.tsx'
import styles from './markets-panel.module.css'

/** Each market needs up to three requests for its day, and a node refills 20 calls a second. */
const shownAtFirst = 12
const between = 150

const over = new Set(['STATE_REJECTED', 'STATE_CANCELLED', 'STATE_CLOSED', 'STATE_TRADING_TERMINATED', 'STATE_SETTLED'])
const isActive = ({ state }: MarketLabel): boolean => !over.has(state) && state !== 'STATE_PROPOSED'

const phases: readonly (readonly [state: string, words: string])[] = [
  ['STATE_ACTIVE', 'trading'],
  ['STATE_PENDING', 'in opening auction'],
  ['STATE_SUSPENDED', 'suspended'],
  ['STATE_SUSPENDED_VIA_GOVERNANCE', 'suspended by governance'],
]

/** `5 trading, 1 in opening auction`; a state that this build does not know is counted under its own name. */
export function marketCounts(markets: readonly Pick<MarketLabel, 'state'>[]): string {
  const states = new Set([...phases.map(([state]) => state), ...markets.map(({ state }) => state)])
  const counts = [...states].map((state) => {
    const words = phases.find(([known]) => known === state)?.[1] ?? enumWords(state)
    return { words, count: markets.filter((market) => market.state === state).length }
  })
  const found = counts.filter(({ count }, at) => count > 0 || at === 0)
  return found.map(({ words, count }) => `${count} ${words}`).join(', ')
}

/** The number of markets that may send requests by now: they are staggered to avoid a burst. */
function useStagger(count: number): number {
  const [released, setReleased] = useState(1)
  useEffect(() => {
    if (released >= count) return undefined
    const timer = setTimeout(() => setReleased(released + 1), between)
    return () => clearTimeout(timer)
  }, [released, count])
  return released
}

const unitOf = ({ quote, settlementAsset }: MarketLabel, assets: ReadonlyMap<string, AssetLabel>): string | undefined =>
  quote ?? (settlementAsset === undefined ? undefined : assets.get(settlementAsset)?.symbol)

function MarketTable({ markets }: { markets: readonly MarketLabel[] }) {
  const assets = useAssets().byId
  const released = useStagger(markets.length)
  const units = new Set(markets.map((market) => unitOf(market, assets)))
  const [unit] = units
  const common = units.size === 1 ? unit : undefined
  return (
    <Table
      label="Markets"
      head={
        <>
          <th className={styles.name}>Market</th>
          <th className={styles.price} data-align="right">
            Last price{common === undefined ? '' : `, ${common}`}
          </th>
          <th className={styles.change} data-align="right">
            24 h
          </th>
          <th className={styles.wide}>Last 24 h</th>
          <th className={styles.wide} data-align="right">
            Volume 24 h
          </th>
        </>
      }
    >
      {markets.map((market, at) => (
        <MarketRow
          key={market.id}
          market={market}
          unit={common === undefined ? unitOf(market, assets) : undefined}
          enabled={at < released}
        />
      ))}
    </Table>
  )
}

/** The markets of the node with their last day. A node without a list of markets is no error: ids can be pasted. */
export function MarketsPanel() {
  const query = useQuery(marketsQuery())
  const [which, setWhich] = useState<'active' | 'all'>('active')
  const [whole, setWhole] = useState(false)
  const all = query.data ? [...query.data.values()].toSorted((a, b) => a.code.localeCompare(b.code)) : []
  const active = all.filter(isActive)
  const chosen = which === 'active' && active.length > 0 ? active : all
  const shown = whole ? chosen : chosen.slice(0, shownAtFirst)
  return (
    <Panel
      flush
      title="Markets"
      count={query.data ? marketCounts(active) : undefined}
      end={
        all.length > active.length && active.length > 0 ? (
          <Segmented
            label="Which markets"
            value={which}
            onChange={setWhich}
            options={[
              { value: 'active', label: 'Active' },
              { value: 'all', label: `All ${all.length}` },
            ]}
          />
        ) : undefined
      }
      {...(shown.length < chosen.length && {
        foot: (
          <Button small variant="bare" onClick={() => setWhole(true)}>
            Show all {plural(chosen.length, 'market')}
          </Button>
        ),
      })}
    >
      <QueryPanel
        query={query}
        what="the markets"
        rows={6}
        columns={4}
        flush
        none={{
          absent: (
            <Empty title="This node does not list its markets">
              You can still paste a market or candle id above to see its candles, providers and margin modes.
            </Empty>
          ),
        }}
      >
        {() =>
          all.length === 0 ? (
            <div className="inside">
              <Empty title="No markets on this node">The node returned an empty list.</Empty>
            </div>
          ) : (
            <>
              <StoppedNote className="inside">24 h is the day before it.</StoppedNote>
              <MarketTable key={`${which} ${whole}`} markets={shown} />
            </>
          )
        }
      </QueryPanel>
    </Panel>
  )
}
