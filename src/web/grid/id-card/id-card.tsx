import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { placeBeside } from '../../ui/overlays/place-popup.ts'
import styles from './id-card.module.css'
import { useExplorer } from '../../entities/explorer.tsx'
import type { ShownId } from './id-card-layer.tsx'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { assetsQuery, marketsQuery } from '../../entities/labels.ts'
import { destinationsOf } from '../../entities/search/destinations.ts'
import { usePartyName } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { enumWords } from '../../format/words.ts'
import { listen } from '../../listen.ts'

interface IdWords {
  /** What it is called; undefined without a name. */
  name: string | undefined
  what: string
}

function marketWords(client: QueryClient, marketId: string): IdWords {
  const markets = client.getQueryData(marketsQuery().queryKey)
  const market = markets?.get(marketId)
  if (!market) return { name: undefined, what: markets ? 'Market without a name on this node' : 'Market' }
  const product = market.product === 'unknown' ? 'market' : `${market.product} market`
  return { name: market.code || market.name, what: `${market.name}, ${product}, ${enumWords(market.state)}` }
}

function assetWords(client: QueryClient, assetId: string): IdWords {
  const assets = client.getQueryData(assetsQuery().queryKey)
  const asset = assets?.get(assetId)
  if (!asset) return { name: undefined, what: assets ? 'Asset without a name on this node' : 'Asset' }
  return { name: asset.symbol, what: `${asset.name}, asset, ${asset.decimals} decimals` }
}

/** What is known of an id without a request: loaded labels and the reader's own names. */
function useIdWords({ id, kind }: ShownId): IdWords {
  const client = useQueryClient()
  const watched = usePreference('watched')
  const name = usePartyName(id)
  if (kind === 'market') return marketWords(client, id)
  if (kind === 'asset') return assetWords(client, id)
  if (kind === 'team') return { name: undefined, what: 'Team' }
  const what = id === 'network' ? 'The network itself' : watched.includes(id) ? 'Party, watched' : 'Party'
  return { name, what }
}

interface IdCardProps {
  shown: ShownId
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}

export function IdCard({ shown, onEnter, onLeave, onClose }: IdCardProps) {
  const { id, kind, element, focus } = shown
  const { name, what } = useIdWords(shown)
  const links = destinationsOf(shown)
  const outside = useExplorer(kind, id)
  const card = useRef<HTMLDivElement>(null)
  const on = useEffectEvent((what: 'enter' | 'leave' | 'close') =>
    ({ enter: onEnter, leave: onLeave, close: onClose })[what](),
  )
  useLayoutEffect(() => {
    const popup = card.current
    if (!popup) return undefined
    popup.showPopover()
    placeBeside(popup, element)
    // The browser would show the same id a second time.
    const { title } = element
    element.removeAttribute('title')
    if (focus) popup.focus()
    return () => element.setAttribute('title', title)
  }, [element, focus])
  useEffect(() => {
    const popup = card.current
    if (!popup) return undefined
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      on('close')
    }
    const focusout = ({ relatedTarget }: FocusEvent) => {
      if (focus && !(relatedTarget instanceof Node && popup.contains(relatedTarget))) on('close')
    }
    const stops = [
      listen(document, { keydown: escape }, { capture: true }),
      listen(popup, { pointerenter: () => on('enter'), pointerleave: () => on('leave'), focusout }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [focus])
  return (
    <div
      ref={card}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={`${kind} ${name ?? id}`}
      className={styles.card}
    >
      <div className={styles.head}>
        {kind === 'party' || kind === 'team' ? <StarMark id={id} /> : null}
        {name === undefined ? null : <b>{name}</b>}
        <span>{what}</span>
      </div>
      <div className={styles.id}>
        <code>{id}</code>
        <CopyButton text={id} label={`Copy full ${kind} id`} />
      </div>
      <ul className={styles.links}>
        {links.map(({ page, name, href }) => (
          <li key={page}>
            <Anchor href={href}>{name}</Anchor>
          </li>
        ))}
        {outside && (
          <li>
            <a href={outside.href} target="_blank" rel="noopener">
              {outside.host}
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}
