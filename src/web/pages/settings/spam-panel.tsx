import { useState } from 'react'
import { setSpam } from '../../preferences/set-preferences.ts'
import { spamPolls } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { TextField } from '../../ui/inputs/field.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Choice, SegmentedChoice } from './display-panel.tsx'
import styles from './settings.module.css'

const polls = spamPolls.map((poll) => ({ value: String(poll), label: poll === 0 ? 'Off' : `${poll / 1000} s` }))
const orders = [
  { value: 'risk', label: 'By risk' },
  { value: 'fixed', label: 'Fixed order' },
] as const
/** Two percentages in ascending order; invalid text stays in the field with an explanation. */
function Thresholds() {
  const { watchAt, nearAt } = usePreference('spam')
  const [draft, setDraft] = useState<{ watchAt: string; nearAt: string }>()
  const shown = draft ?? { watchAt: String(watchAt), nearAt: String(nearAt) }
  const [watch, near] = [Number(shown.watchAt), Number(shown.nearAt)]
  const whole = [shown.watchAt, shown.nearAt].every((text) => /^[1-9]\d?$/.test(text.trim()))
  const error = !whole ? 'Use whole numbers from 1 to 99.' : watch >= near ? 'Watch must be below Near.' : undefined
  const keep = () => {
    if (draft === undefined || error !== undefined) return
    setSpam({ watchAt: watch, nearAt: near })
    setDraft(undefined)
  }
  const field = (name: 'watchAt' | 'nearAt', label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      value={shown[name]}
      onChange={(text) => setDraft({ ...shown, [name]: text })}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') setDraft(undefined)
      }}
      error={name === 'nearAt' ? error : undefined}
    />
  )
  return (
    <>
      {field('watchAt', 'Watch from (% used)')}
      {field('nearAt', 'Near from (% used)')}
    </>
  )
}

export function SpamPanel() {
  const { poll, order } = usePreference('spam')
  return (
    <Panel title="Spam limits">
      <dl className={styles.choices}>
        <SegmentedChoice
          label="Refresh every"
          options={polls}
          value={String(poll)}
          onChange={(value) => setSpam({ poll: spamPolls.find((each) => String(each) === value) ?? poll })}
        >
          <span className="quiet">Less often while the page is hidden.</span>
        </SegmentedChoice>
        <Choice name="Order">
          <Segmented
            label="Order of the limits"
            options={orders}
            value={order}
            onChange={(value) => setSpam({ order: value })}
          />
        </Choice>
        <Choice name="Thresholds">
          <Thresholds />
        </Choice>
      </dl>
    </Panel>
  )
}
