import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react'
import { formatAge } from '../../format/duration.ts'
import { useNow } from '../../ui/use-now.ts'
import { useAssets, useMarkets } from '../../entities/labels.ts'
import { noMatchWords, useSeenParties, isUnknownId, knownEntities } from '../../entities/search/resolve-search.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { ComboboxList } from '../../ui/inputs/combobox.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCombobox } from '../../ui/inputs/use-combobox.ts'
import type { Commands, Overlay } from '../commands.ts'
import { Dialog, firstFocus } from '../dialog.tsx'
import { type Result, find } from './find.ts'
import { CloseCap, KeyCaps } from '../keyboard/key-sheet.tsx'
import { type RouteEntities, useRouteEntities } from '../navigation/route-entities.ts'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import type { KnownState as KnownStateOf } from '../../features/spam-statistics/verdict/known-state.tsx'
import styles from './palette.module.css'
import { shortId } from '../../format/id.ts'
import { siteHref } from '../../format/site.ts'
import { zoneName } from '../../format/time.ts'
import { setWatched } from '../../preferences/set-preferences.ts'
import { preferences } from '../../preferences/preferences.ts'
import { useLinkMoves } from '../../ui/overlays/share-menu.tsx'
import { usePartyName } from '../../preferences/party-names.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { themeSwitch, useShownTheme } from '../theme.ts'
import findStyles from './find-button.module.css'

const hints = [
  ['↑ ↓', 'move'],
  ['↵', 'open'],
  ['mod+↵', 'new tab'],
] as const

function Marked({ text, query }: { text: string; query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  )
}

interface PaletteProps {
  /** What was typed before it could open. */
  text?: string | undefined
  commands: Commands
  onOpen: (overlay: Overlay) => void
  onClose: () => void
}

export function Palette({ text = '', commands, onOpen, onClose }: PaletteProps) {
  const [query, setQuery] = useState(text)
  const subject = useRouteEntities()
  const views = usePreference('views')
  const seen = useSeenParties()
  const preferences = { ...seen, views }
  const { byId: markets, state } = useMarkets()
  const { byId: assets, state: assetState } = useAssets()
  const [ofPage] = useState(pageActions)
  const actions = [...useCommandResults(commands, onOpen, subject), ...ofPage]
  const sections = useMemo(
    () => find(query, { subject, preferences, markets, assets, commands: actions }),
    // oxlint-disable-next-line react/exhaustive-deps -- commands follow from preferences, the subject from the address, which cannot change under a dialog
    [query, preferences, markets, assets],
  )
  const open = (result: Result, aside: boolean) => {
    if (aside && result.href !== undefined) {
      window.open(siteHref(result.href), '_blank', 'noopener')
      return
    }
    onClose()
    if (result.href === undefined) result.run?.()
    else commands.go(result.href)
  }
  const combobox = useCombobox({
    text: query,
    onText: setQuery,
    groups: sections,
    onPick: open,
    always: true,
    selectFirst: true,
    pending: state === 'waiting' && isUnknownId(query, knownEntities(preferences, markets)),
  })
  return (
    <Dialog label="Find or go to" className={styles.palette} onClose={onClose}>
      <header>
        <Icon name="search" />
        <input
          {...combobox.inputProps}
          ref={firstFocus}
          aria-label="Party, market, candle id, nickname, saved view or page"
          placeholder="Paste an id or type a name"
        />
        <CloseCap onClose={onClose} />
      </header>
      <div className={styles.results}>
        {combobox.waiting && (
          <p>
            <output>Loading this node’s markets to identify this id.</output>
          </p>
        )}
        <ComboboxList combobox={combobox} groups={sections} label="Results" className={styles.list}>
          {({ mark, label, detail, keys, seen }, active) => (
            <>
              <span className={styles.label}>
                <Marked text={label} query={query.trim()} />{' '}
                {detail !== undefined && <small className="mono">{detail}</small>}
              </span>
              {mark !== undefined && <Known partyId={mark} seen={seen} />}
              {keys !== undefined && <KeyCaps keys={keys} />}
              {active && <KeyCaps keys="↵" />}
            </>
          )}
        </ComboboxList>
        {!combobox.open && (
          <p>
            {noMatchWords(
              [state, assetState],
              'You can paste any 64-character id, or type the number of an epoch or a block.',
            )}
          </p>
        )}
      </div>
      <footer>
        {hints.map(([keys, words]) => (
          <span key={keys}>
            <KeyCaps keys={keys} /> {words}
          </span>
        ))}
        <span>Paste any 64-character id</span>
      </footer>
    </Dialog>
  )
}

/** What the page's menu of exports offers as the palette opens: files, and its request as curl. */
export const pageActions = (): Result[] =>
  [...document.querySelectorAll<HTMLButtonElement>('main button[aria-haspopup="menu"]')]
    .filter(({ disabled, textContent }) => !disabled && textContent.trim() === 'Export')
    .flatMap((button) => {
      const menu = document.getElementById(button.getAttribute('aria-controls') ?? '')
      return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled])') ?? [])]
    })
    .map((item, at) => {
      const words = item.querySelector('span')?.textContent ?? ''
      const label = /^(?:Copy|Clear|Export)/.test(words) ? words : `Export ${words}`
      return { key: `page ${at}`, label, icon: 'download', run: () => item.click() }
    })

function Seen({ at }: { at: number }) {
  return <span className="quiet">seen {useNow((now) => formatAge(now - at))} ago</span>
}

/** Loaded together with the code that reads the party; if that fails, `children` are shown instead. */
const KnownState = lazy(() =>
  import('../../features/spam-statistics/verdict/known-state.tsx').then(
    ({ KnownState }) => ({ default: KnownState }),
    () => ({ default: ({ children }: ComponentProps<typeof KnownStateOf>) => children }),
  ),
)

/** The worst limit of a party from loaded data only, else when it was seen last. */
function Known({ partyId, seen }: { partyId: string; seen: number | undefined }) {
  const { data, dataUpdatedAt } = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const other = seen !== undefined && <Seen at={seen} />
  if (!data) return other
  return (
    <Suspense fallback={other}>
      <KnownState partyId={partyId} data={data} dataUpdatedAt={dataUpdatedAt}>
        {other}
      </KnownState>
    </Suspense>
  )
}

function watching({ party }: RouteEntities, watched: readonly string[], name: string): Result[] {
  if (party === undefined) return []
  const on = watched.includes(party)
  return [
    {
      key: 'watch',
      label: `${on ? 'Stop watching' : 'Watch'} ${name}`,
      icon: on ? 'star-filled' : 'star',
      run: () => {
        setWatched(party, !on)
        toast(on ? `${name} removed from the watch list.` : `${name} added to the watch list.`)
      },
    },
  ]
}

export function useCommandResults(
  commands: Commands,
  open: (overlay: Overlay) => void,
  subject: RouteEntities,
): Result[] {
  const live = usePreference('live')
  const density = usePreference('density')
  const watched = usePreference('watched')
  const zone = useZone()
  const { party = '' } = subject
  const name = usePartyName(party)
  const moves = useLinkMoves()
  const dense = density === 'dense'
  const theme = themeSwitch(useShownTheme())
  return [
    { key: 'refresh', label: 'Refresh', icon: 'refresh', keys: 'r', run: commands.refresh },
    {
      key: 'pause',
      label: live ? 'Pause live updates' : 'Resume live updates',
      icon: live ? 'pause' : 'play',
      keys: 'p',
      run: commands.pause,
    },
    {
      key: 'zone',
      label: `Show times in ${zoneName(zone === 'utc' ? 'local' : 'utc')}`,
      icon: 'clock',
      keys: 'z',
      run: commands.zone,
    },
    { key: 'link', label: 'Copy link to this view', icon: 'link', keys: 'y', run: commands.copyLink },
    ...(moves
      ? [{ key: 'moving', label: 'Copy link that keeps moving', icon: 'link', run: commands.copyMoving } as const]
      : []),
    { key: 'save', label: 'Save this view', icon: 'star', keys: 's', run: () => open('save') },
    ...watching(subject, watched, name ?? shortId(party)),
    { key: 'theme', ...theme },
    {
      key: 'density',
      label: dense ? 'Make rows comfortable' : 'Make rows dense',
      icon: 'columns',
      run: () => preferences.set({ density: dense ? 'comfortable' : 'dense' }),
    },
    { key: 'node', label: 'Choose another node', icon: 'external', href: '/settings' },
    { key: 'archive', label: 'Open an archive', icon: 'upload', href: '/settings' },
    { key: 'keys', label: 'Keyboard shortcuts', icon: 'question', keys: '?', run: () => open('keys') },
  ]
}

export function FindButton({ onFind, bare = false }: { onFind: () => void; bare?: boolean }) {
  return (
    <button
      type="button"
      className={findStyles.find}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onFind}
    >
      <Icon name="search" />
      <span>
        Find<span> or go to</span>
      </span>
      {!bare && <KeyCaps keys="mod+k" />}
    </button>
  )
}
