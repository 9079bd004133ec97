import { formatInstant, fromMilliseconds, zoneName } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { clockOffset } from '../../client/server-clock.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { LiveToggle } from '../../ui/inputs/toggle.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import styles from './settings.module.css'
import type { ReactNode } from 'react'
import { Segmented, type SegmentedProps } from '../../ui/inputs/segmented.tsx'

export function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function SegmentedChoice<Value extends string>(props: SegmentedProps<Value> & { children?: ReactNode }) {
  const { children, ...field } = props
  return (
    <Choice name={field.label}>
      <Segmented {...field} />
      {children}
    </Choice>
  )
}

const commonZones = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local' },
  { value: 'raw', label: 'Raw ns' },
] as const

const zones = [
  { value: '', label: 'Other zone…' },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
]

const themes = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'dense', label: 'Dense' },
] as const

/** The node's time in the zone; a component of its own, so that a second does not render four hundred zones. */
function ZoneNow({ zone }: { zone: string }) {
  const words = useNow((now) => formatInstant(fromMilliseconds(now + clockOffset()), zone, { name: false }))
  return (
    <span className="quiet">
      {zoneName(zone)}. Now it is {words}.
    </span>
  )
}

export function DisplayPanel() {
  const zone = usePreference('zone')
  const theme = usePreference('theme')
  const density = usePreference('density')
  const short = commonZones.find(({ value }) => value === zone)?.value
  return (
    <Panel title="Display">
      <dl className={styles.choices}>
        <SegmentedChoice
          label="Time zone"
          options={commonZones}
          value={short}
          onChange={(value) => preferences.set({ zone: value })}
        >
          <Select
            label="A named zone"
            hideLabel
            options={zones}
            value={short === undefined ? zone : ''}
            onChange={(value) => preferences.set({ zone: value || 'utc' })}
          />
          <ZoneNow zone={zone} />
        </SegmentedChoice>
        <SegmentedChoice
          label="Theme"
          options={themes}
          value={theme}
          onChange={(theme) => preferences.set({ theme })}
        />
        <SegmentedChoice
          label="Rows"
          options={densities}
          value={density}
          onChange={(density) => preferences.set({ density })}
        />
        <Choice name="Updates">
          <LiveToggle />
        </Choice>
      </dl>
    </Panel>
  )
}
