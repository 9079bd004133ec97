import { useId, useState } from 'react'
import { go } from '../../router/navigate.ts'
import { useAssets } from '../../entities/asset/labels.ts'
import { useMarkets } from '../../entities/market/labels.ts'
import { isUnknownId, knownOf, resolveSearch } from '../../entities/search/resolve-search.ts'
import { noMatchWords, useSeenParties } from '../../entities/search/suggestions.ts'
import { ComboboxList } from '../../ui/inputs/combobox-list.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCombobox } from '../../ui/inputs/use-combobox.ts'
import { destinations } from './find.ts'
import { PastedMarket, PastedParty } from './pasted-party.tsx'
import styles from './search-field.module.css'

export function SearchField() {
  const { byId: markets, state } = useMarkets()
  const { byId: assets, state: assetState } = useAssets()
  const [text, setText] = useState('')
  const id = useId()

  const known = knownOf(useSeenParties(), markets, assets)
  const groups = [{ options: destinations(text, known) }]
  const combobox = useCombobox({
    text,
    onText: setText,
    groups,
    onPick: ({ href }, aside) => (aside ? window.open(href, '_blank', 'noopener') : go(href)),
    selectFirst: true,
    pending: state === 'waiting' && isUnknownId(text, known),
  })
  const [first] = resolveSearch(text, known)
  const pasted = first?.exact && first.kind === 'party' && state !== 'waiting' ? first.id : undefined
  const nothing = text.trim() !== '' && groups[0]?.options.length === 0
  return (
    <search className={styles.search}>
      <label className="visually-hidden" htmlFor={id}>
        Find a party, market or candles
      </label>
      <div className={styles.box}>
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
        <output className={styles.none} id={`${id}-none`}>
          {noMatchWords([state, assetState], 'An id has 64 characters; a candle id starts with trades_candle.')}
        </output>
      )}
      {combobox.waiting && <output className={styles.none}>Loading this node’s markets to identify this id.</output>}
      {first?.exact && <PastedMarket match={first} market={markets.get(first.marketId ?? first.id)} />}
      {pasted !== undefined && <PastedParty key={pasted} partyId={pasted} />}
      <ComboboxList combobox={combobox} groups={groups} label="Matches" className={styles.list} />
    </search>
  )
}
