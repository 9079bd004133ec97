import { setSpam } from '../../../preferences/set-preferences.ts'
import { spamPolls } from '../../../preferences/preferences.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { Menu, type MenuProps } from '../../../ui/overlays/menu.tsx'

const orders = [
  { value: 'risk', label: 'By risk' },
  { value: 'fixed', label: 'Fixed order' },
] as const

/** Chooses how often the node is polled and, with `ordered`, the order of the limits. */
export function WatchMenu({ ordered = true }: { ordered?: boolean }) {
  const spam = usePreference('spam')
  const orderItems: MenuProps['items'] = [
    { heading: 'Order of the limits' },
    ...orders.map(({ value, label }) => ({
      label,
      checked: spam.order === value,
      onSelect: () => setSpam({ order: value }),
    })),
    'line',
  ]
  return (
    <Menu
      icon="sliders"
      label="Order and refresh"
      items={[
        ...(ordered ? orderItems : []),
        { heading: 'Refresh' },
        ...spamPolls.map((poll) => ({
          label: poll === 0 ? 'Manually' : `Every ${poll / 1000} s`,
          checked: spam.poll === poll,
          onSelect: () => setSpam({ poll }),
        })),
      ]}
    />
  )
}
