import { useId, useState } from 'react'
import { candleIdOf } from '../../../../../wire/candles.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import { isSameMarket, maxCompared } from '../../data/compared-ids.ts'
import type { Interval } from '../../data/interval.ts'
import type { Subject } from '../../use-candles-url.ts'
import { MarketPicker } from '../market-picker.tsx'

export interface ComparePickerProps {
  /** The charted interval. */
  interval: Interval | undefined
  compared: readonly string[]
  onCompare: (candleIds: readonly string[]) => void
}

/** Adds a market to the chart: never the charted one, and none twice. */
export function ComparePicker({ interval, compared, onCompare }: ComparePickerProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const full = compared.length >= maxCompared
  const candleIdFor = (subject: Subject): string =>
    'candleId' in subject ? subject.candleId : candleIdOf(interval?.name ?? '1 hour', subject.marketId)
  const isShown = (subject: Subject): boolean =>
    [...compared, ...(interval ? [interval.candleId] : [])].some((shown) => isSameMarket(shown, candleIdFor(subject)))
  return (
    <>
      <Button
        small
        variant="bare"
        icon="plus"
        popoverTarget={id}
        aria-haspopup="listbox"
        disabled={full}
        title={full ? `At most ${maxCompared} markets can be compared` : 'Compare with another market'}
      >
        Compare
      </Button>
      <MarketPicker
        id={id}
        open={open}
        current={undefined}
        isShown={isShown}
        label="Compare with a market, or a pasted market or candle id"
        onOpen={setOpen}
        onChoose={(subject) => onCompare([...compared, candleIdFor(subject)])}
      />
    </>
  )
}
