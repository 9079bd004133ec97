import { enumWords, listed, nounFor, plural } from '../../format/words.ts'
import type { MarketLabel } from '../../entities/market/labels.ts'
import { formatAmount } from '../../format/amount.ts'
import { shortId } from '../../format/id.ts'
import { type MarketDay, otherSpan } from '../../features/candles/index.ts'
import type { ModeSummary } from '../../features/margin-modes/index.ts'
import { isOff, type ScoreRow } from '../../features/liquidity-providers/index.ts'
import type { RiskState } from '../../../wire/spam/risk-state.ts'
import type { Presence } from '../../format/failure.ts'

/** What is known of a market so far; a part that is undefined waits or could not be read. */
export interface MarketFacts {
  id: string
  label: Pick<MarketLabel, 'code' | 'name' | 'product' | 'state' | 'decimals'> | undefined
  day: MarketDay | undefined
  providers: { rows: readonly ScoreRow[]; complete: boolean } | undefined
  modes: { summary: Pick<ModeSummary, 'total' | 'isolated'>; complete: boolean } | undefined
  /** Whether the providers were read too long ago to say how they stand now. */
  stale?: boolean
  /** What is known of the market's own record. */
  presence: Presence
}

function priceWords({ day, label }: MarketFacts): string[] {
  if (!day) return []
  const { price, change, traded } = day
  const last = price === undefined ? [] : [`${formatAmount(price, label?.decimals)}${label ? '' : ' raw'}`]
  if (!traded) return [...last, 'no trades in 24 h']
  return change === undefined ? last : [...last, `${change} in ${otherSpan(day) ?? '24 h'}`]
}

function providerWords({ providers, stale }: MarketFacts): string[] {
  if (!providers) return []
  const { rows, complete } = providers
  if (rows.length === 0) return ['no providers']
  if (stale) return [plural(rows.length, 'provider')]
  const off = rows.filter(isOff).length
  const below = off === 0 ? 'requirement met by all' : `requirement not met by ${off}`
  return [`${complete ? '' : 'over '}${plural(rows.length, 'provider')}, ${below}`]
}

function modeWords({ modes }: MarketFacts): string[] {
  if (!modes) return []
  const { total, isolated } = modes.summary
  if (total === 0) return ['no margin modes recorded']
  return [`${isolated} of ${modes.complete ? '' : 'the first '}${plural(total, 'party', 'parties')} isolated`]
}

/** The market in one sentence, of the parts that are known: `BTC/USDT perpetual, active, 86,283.0; 5 providers`. */
export function marketSentence(facts: MarketFacts): string {
  const { label } = facts
  const product = label && label.product !== 'unknown' ? ` ${label.product}` : ''
  const named = label
    ? [`${label.code || label.name}${product}`, enumWords(label.state)]
    : [facts.presence === 'unknown' ? 'No market of this node has this id' : `Market ${shortId(facts.id)}`]
  const parts = [[...named, ...priceWords(facts)].join(', '), ...providerWords(facts), ...modeWords(facts)]
  return `${parts.join('; ')}.`
}

const final = /CLOSED|SETTLED|CANCELLED|REJECTED|TRADING_TERMINATED/
const halted = /SUSPENDED/

/** How the market stands: a final state is only information, a halt counts more than a provider below requirement. */
export function marketState({ label, providers, stale }: MarketFacts): RiskState | 'info' {
  if (label && halted.test(label.state)) return 'near'
  if (!label || final.test(label.state)) return 'info'
  if (!providers) return 'unknown'
  if (stale) return 'stale'
  return providers.rows.some(isOff) ? 'watch' : 'ok'
}

/** What the sentence leaves out, in a second line. */
export const pendingWords = (waiting: readonly string[], failed: readonly string[]): string =>
  [
    waiting.length === 0 ? '' : `Loading ${listed(waiting)}.`,
    failed.length === 0
      ? ''
      : `Not known: ${listed(failed)}; ${nounFor(failed.length, 'its panel says', 'their panels say')} why.`,
  ]
    .filter(Boolean)
    .join(' ')
