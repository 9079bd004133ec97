import { shortId } from '../../format/id.ts'
import { zoneName } from '../../format/time.ts'
import { setWatched } from '../../preferences/lists.ts'
import { preferences } from '../../preferences/preferences.ts'
import { useMoves } from '../../ui/permalink.ts'
import { usePartyName } from '../../preferences/party-names.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { themeSwitch, useShownTheme } from '../theme.ts'
import type { Commands, Overlay } from '../commands.ts'
import type { Result } from './results.ts'
import type { Subject } from '../navigation/route-entity.ts'

function watching({ party }: Subject, watched: readonly string[], name: string): Result[] {
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

export function useCommandResults(commands: Commands, open: (overlay: Overlay) => void, subject: Subject): Result[] {
  const live = usePreference('live')
  const density = usePreference('density')
  const watched = usePreference('watched')
  const zone = useZone()
  const { party = '' } = subject
  const name = usePartyName(party)
  const moves = useMoves()
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
      ? [
          {
            key: 'moving',
            label: 'Copy link that keeps moving',
            icon: 'link',

            run: commands.copyMoving,
          } as const,
        ]
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
    { key: 'keys', label: 'Keyboard shortcuts', icon: 'question', keys: '?', run: () => open('keys') },
  ]
}
