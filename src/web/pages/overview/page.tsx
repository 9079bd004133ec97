import { parseCandleId } from '../../../wire/candles.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { useMarkets, type MarketLabel, useAssets } from '../../entities/labels.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { Chip } from '../../ui/inputs/chip.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import { MarketsPanel } from './markets-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import styles from './page.module.css'
import { WatchRoom } from './room/watch-room.tsx'
import { useId, useState } from 'react'
import { go } from '../../router/navigate.ts'
import {
  isUnknownId,
  knownEntities,
  resolveSearch,
  type SearchMatch,
  noMatchWords,
  useSeenParties,
} from '../../entities/search/resolve-search.ts'
import { ComboboxList } from '../../ui/inputs/combobox.tsx'
import { useCombobox } from '../../ui/inputs/use-combobox.ts'
import { destinations } from './destinations.ts'
import searchFieldStyles from './search-field.module.css'
import { useQuery } from '@tanstack/react-query'
import { enumWords } from '../../format/words.ts'
import { spamStatisticsQuery, useVerdict, verdictWords } from '../../features/spam-statistics/index.ts'
import { failureLine } from '../../ui/feedback/failure-view.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { siteHref } from '../../format/site.ts'
import { failureOf } from '../../format/failure.ts'

/** What the node says of an id that was typed or pasted and is no market: a party with its state, or nothing it knows. */
function PastedParty({ partyId }: { partyId: string }) {
  const { data, dataUpdatedAt, error } = useQuery({ ...spamStatisticsQuery(partyId), refetchInterval: false })
  const verdict = useVerdict({ partyId, data, dataUpdatedAt })
  const zone = useZone()
  if (!verdict) return error ? `${failureLine(failureOf(error), 'this id')}.` : 'Looking up this id…'
  if (verdict.worst === 'unrecorded') {
    return (
      <>
        <StateBadge state="unrecorded" /> This node has no party or market with this id. It may be a transaction hash,
        an order or a proposal, which Lyra does not read.
      </>
    )
  }
  return (
    <>
      A party on this node: <StateBadge state={verdict.worst} /> {verdictWords(verdict, zone)}
    </>
  )
}

/** The market whose id, or candle id, was typed or pasted, with its state; nothing when the node lists no such market. */
function PastedMarket({ match, market }: { match: SearchMatch; market: MarketLabel | undefined }) {
  if (!market) return null
  return (
    <output className={searchFieldStyles.found}>
      {match.kind === 'candle' ? 'Candles of a market' : 'A market'} on this node: {market.code || market.name},{' '}
      {enumWords(market.state)}.
    </output>
  )
}

function SearchField() {
  const { byId: markets, state } = useMarkets()
  const { byId: assets, state: assetState } = useAssets()
  const [text, setText] = useState('')
  const id = useId()

  const known = knownEntities(useSeenParties(), markets, assets)
  const groups = [{ options: destinations(text, known) }]
  const combobox = useCombobox({
    text,
    onText: setText,
    groups,
    onPick: ({ href }, aside) => (aside ? window.open(siteHref(href), '_blank', 'noopener') : go(href)),
    selectFirst: true,
    pending: state === 'waiting' && isUnknownId(text, known),
  })
  const [first] = resolveSearch(text, known)
  const pasted = first?.exact && first.kind === 'party' && state !== 'waiting' ? first.id : undefined
  const nothing = text.trim() !== '' && groups[0]?.options.length === 0
  return (
    <search className={searchFieldStyles.search} data-finds-all>
      <label className="visually-hidden" htmlFor={id}>
        Find a party, market or candles
      </label>
      <div className={searchFieldStyles.box}>
        <Icon name="search" />
        <input
          {...combobox.inputProps}
          id={id}
          type="text"
          aria-describedby={nothing ? `${id}-none` : undefined}
          placeholder="Paste a party, market or candle id"
          enterKeyHint="go"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') setText('')
            combobox.inputProps.onKeyDown(event)
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      {nothing && (
        <output className={searchFieldStyles.none} id={`${id}-none`}>
          {noMatchWords([state, assetState], 'An id has 64 characters; a candle id starts with trades_candle.')}
        </output>
      )}
      {combobox.waiting && (
        <output className={searchFieldStyles.none}>Loading this node’s markets to identify this id.</output>
      )}
      {first?.exact && <PastedMarket match={first} market={markets.get(first.marketId ?? first.id)} />}
      {pasted !== undefined && (
        <output key={pasted} className={searchFieldStyles.found}>
          <PastedParty partyId={pasted} />
        </output>
      )}
      <ComboboxList combobox={combobox} groups={groups} label="Matches" className={searchFieldStyles.list} />
    </search>
  )
}

const paths = {
  party: (id: string) => linkTo('/parties/$partyId', { partyId: id }),
  market: (id: string) => linkTo('/markets/$marketId/candles', { marketId: id }),
  candle: (id: string) => linkTo('/candles/$candleId', { candleId: id }),
} as const

function RecentItems() {
  const recent = usePreference('recent')
  const names = usePartyNames()
  const { byId } = useMarkets()
  if (recent.length === 0) return null
  return (
    <nav className="row" aria-label="Recent">
      <span className={styles.recent} aria-hidden="true">
        Recent
      </span>
      {recent.map(({ kind, id, label }) => {
        const candle = kind === 'candle' ? parseCandleId(id) : undefined
        const marketId = kind === 'market' ? id : candle?.marketId
        const name = names[id] ?? label ?? byId.get(marketId ?? '')?.code
        return (
          <Chip key={`${kind} ${id}`} tone="recent" href={paths[kind](id)}>
            {kind === 'party' ? <StarMark id={id} size="1.125rem" /> : <Icon name="candles" />}
            {name ?? <code>{shortId(marketId ?? id)}</code>}
            {candle && `, ${candle.interval}`}
          </Chip>
        )
      })}
    </nav>
  )
}

export function OverviewPage() {
  return (
    <>
      <h1 className="visually-hidden">Overview</h1>
      <div className={styles.head}>
        <SearchField />
        <p className={styles.purpose}>
          Spam limits, margin, liquidity and ledger for any public key. Read-only. No wallet, no account.
        </p>
        <RecentItems />
      </div>
      <InOrder where="narrow">
        <WatchRoom />
        <InOrder>
          <MarketsPanel />
          <NetworkPanel />
        </InOrder>
      </InOrder>
    </>
  )
}
