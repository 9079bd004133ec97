import { setSpam } from '../../../preferences/lists.ts'
import { spamPolls } from '../../../preferences/preferences.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'

export const pollWords = (poll: number): string => (poll === 0 ? 'Only on demand' : `Every ${poll / 1000} s`)

/** In which order limits stand, and how often the node is asked. */
export function WatchMenu({ ordered = true }: { ordered?: boolean }) {
  const { spam } = usePreferences()
  const orders = [
    { value: 'risk', label: 'By risk' },
    { value: 'fixed', label: 'Always the same' },
  ] as const
  return (
    <Menu
      icon="sliders"
      label="Order and pace"
      items={[
        ...(ordered
          ? [
              { heading: 'Order of the limits' },
              ...orders.map(({ value, label }) => ({
                label,
                checked: spam.order === value,
                onSelect: () => setSpam({ order: value }),
              })),
              'line' as const,
            ]
          : []),
        { heading: 'Ask the node' },
        ...spamPolls.map((poll) => ({
          label: pollWords(poll),
          checked: spam.poll === poll,
          onSelect: () => setSpam({ poll }),
        })),
      ]}
    />
  )
}
