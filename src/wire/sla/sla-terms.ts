import * as v from 'valibot'
import type { Market } from '../network.ts'

const MinTime = v.object({ commitmentMinTimeFraction: v.pipe(v.string(), v.decimal()) })

/** What a market's record says of its service level (wire.md 11.1). A spot market settles in its quote asset. */
export function slaTermsOf(market: Market): { minTimeOnBook?: string; settlementAsset?: string } {
  const { perpetual, future, spot } = market.tradableInstrument.instrument
  const rules = v.safeParse(MinTime, market['liquiditySlaParams'])
  const settlementAsset = (perpetual ?? future)?.settlementAsset ?? spot?.quoteAsset
  return {
    ...(settlementAsset ? { settlementAsset } : {}),
    ...(rules.success ? { minTimeOnBook: rules.output.commitmentMinTimeFraction } : {}),
  }
}
