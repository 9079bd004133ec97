import { useState } from 'react'
import { maxDecimals } from '../../../../../wire/scalar.ts'
import { preferences } from '../../../../preferences/preferences.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import type { CandleSubject } from '../../use-candle-target.ts'
import styles from './option-fields.module.css'

type Kept = 'decimals' | 'positionDecimals'

const whole = /^-?\d{1,2}$/

function keep(name: Kept, marketId: string, value: number | undefined): void {
  const { [marketId]: _, ...others } = preferences.get()[name]
  preferences.set({ [name]: value === undefined ? others : { ...others, [marketId]: value } })
}

interface FieldProps {
  label: string
  value: number | undefined
  min: number
  onValue: (value: number | undefined) => void
}

function NumberField({ label, value, min, onValue }: FieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  const read = (text: string): number | undefined =>
    whole.test(text) && Number(text) >= min && Number(text) <= maxDecimals ? Number(text) : undefined
  return (
    <label>
      {label}
      <input
        className={styles.number}
        inputMode="numeric"
        value={typed}
        aria-invalid={typed !== '' && read(typed) === undefined}
        onChange={(event) => {
          const text = event.target.value.trim()
          setTyped(text)
          if (text === '' || read(text) !== undefined) onValue(text === '' ? undefined : read(text))
        }}
      />
    </label>
  )
}

/** The decimals of a market's prices and sizes: those of the node, unless the user overrides them. */
export function DecimalFields({ subject }: { subject: CandleSubject }) {
  const { marketId, decimals, positionDecimals, label: reported } = subject
  const [round, setRound] = useState(0)
  if (marketId === undefined) return <p>Only for candle ids that name a market.</p>
  const own = decimals !== reported?.decimals || positionDecimals !== reported?.positionDecimals
  return (
    <>
      <div className={styles.decimals} key={round}>
        <NumberField label="Prices" value={decimals} min={0} onValue={(value) => keep('decimals', marketId, value)} />
        <NumberField
          label="Sizes"
          value={positionDecimals}
          min={-maxDecimals}
          onValue={(value) => keep('positionDecimals', marketId, value)}
        />
        {own && (
          <Button
            small
            onClick={() => {
              keep('decimals', marketId, undefined)
              keep('positionDecimals', marketId, undefined)
              setRound((before) => before + 1)
            }}
          >
            {reported ? 'Use the node’s' : 'Raw'}
          </Button>
        )}
      </div>
      <p>
        {reported
          ? `Node: ${reported.decimals} price, ${reported.positionDecimals} size decimals. Overrides stay in this browser.`
          : 'The node does not report them. What you set stays in this browser.'}
      </p>
    </>
  )
}
