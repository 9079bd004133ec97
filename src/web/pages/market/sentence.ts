import { enumWords, listed, nounFor, plural } from '../../format/words.ts'
import type { MarketLabel } from '../../entities/labels.ts'
import { formatAmount } from '../../format/amount.ts'
import { shortId } from '../../format/id.ts'
import { type MarketDay, otherSpan } from '../../features/candles/index.ts'
import type { ModeSummary } from '../../features/margin-modes/index.ts'
import { isOff, type ScoreRow } from '../../features/liquidity-providers/index.ts'
import { onBook } from '../../../wire/sla/sla-verdict.ts'
import type { RiskState } from '../../../wire/spam/risk-state.ts'
import type { Presence } from '../../format/failure.ts'

/** What is known of a market so far; a part that is undefined waits or could not be read. */
export interface MarketFacts {
  id: string
  label: Pick<MarketLabel, 'code' | 'name' | 'product' | 'state' | 'decimals'> | undefined
  day: MarketDay | undefined
  providers: { rows: readonly ScoreRow[]; complete: boolean } | undefined
  modes: { summary: Pick<ModeSummary, 'total' | 'isolated'>; complete: boolean } | undefined
  /** Whether the price or the providers were read too long ago to say how they stand now. */
  stale?: boolean
  /** What is known of the market's own record. */
  presence: Presence
}

function changeWords(day: MarketDay): string {
  if (!day.traded) return ', without trades in 24 h'
  if (day.change === undefined) return ''
  const moved = day.direction === 'flat' ? 'unchanged' : `${day.direction} ${day.change.slice(1)}`
  return `, ${moved} in ${otherSpan(day) ?? '24 h'}`
}

/** `is active`, or of old values `was active`; nothing where the state is not known. */
const stateWords = ({ label, stale }: MarketFacts): string | undefined =>
  label && `${stale ? 'was' : 'is'} ${enumWords(label.state)}`

function tradeWords({ day, stale }: MarketFacts): string {
  if (!day?.traded) return 'last traded'
  return stale ? 'traded' : 'trades'
}

const isUnknown = ({ presence, day }: MarketFacts): boolean => presence === 'unknown' && day?.price === undefined

function headline(facts: MarketFacts): string {
  const { id, label, day } = facts
  if (isUnknown(facts)) return 'This node has no market with this id'
  const name = label ? label.code || label.name : `Market ${shortId(id)}`
  const state = stateWords(facts)
  if (day?.price === undefined) return [name, state].filter(Boolean).join(' ') + (day ? changeWords(day) : '')
  const price = `${formatAmount(day.price, label?.decimals)}${label ? '' : ' raw'}`
  const verb = label && label.state !== 'STATE_ACTIVE' ? state : tradeWords(facts)
  return `${name} ${verb} at ${price}${changeWords(day)}`
}

const isMeasured = ({ provider }: ScoreRow): boolean => onBook(provider.sla).state !== 'unknown'

function providerWords(facts: MarketFacts): string[] {
  const { providers, stale } = facts
  if (!providers) return []
  const { rows, complete } = providers
  if (rows.length === 0) return complete && !isUnknown(facts) ? ['no providers'] : []
  const first = complete ? '' : 'the first '
  const all = `${first}${plural(rows.length, 'provider')}`
  if (stale) return [all]
  const off = rows.filter(isOff).length
  const known = rows.filter(isMeasured).length
  const absent = known === rows.length ? '' : `, no data for ${rows.length - known}`
  if (off > 0) return [`${off} of ${all} ${nounFor(off, 'is', 'are')} short${absent}`]
  if (known === 0) return [all + absent]
  return [`${absent === '' ? '' : `${known} of `}${all} ${nounFor(known, 'meets', 'meet')} the requirement${absent}`]
}

function modeWords(facts: MarketFacts): string[] {
  const { modes, stale } = facts
  if (!modes) return []
  const { total, isolated } = modes.summary
  if (total === 0) return modes.complete && !isUnknown(facts) ? ['no margin modes recorded'] : []
  const of = `${modes.complete ? '' : 'the first '}${plural(total, 'party', 'parties')}`
  const are = stale ? nounFor(isolated, 'was', 'were') : nounFor(isolated, 'is', 'are')
  return [`${isolated} of ${of} ${are} isolated`]
}

/** The market in sentences, of the parts that are known: `BTC/USDT trades at 86,283.0, up 3.72 % in 24 h. 5 providers.` */
export function marketSentence(facts: MarketFacts): string {
  const rest = [...providerWords(facts), ...modeWords(facts)]
    .join('; ')
    .replace(/^[nt]/, (letter) => letter.toUpperCase())
  return `${headline(facts)}.${rest && ` ${rest}.`}`
}

const final = /CLOSED|SETTLED|CANCELLED|REJECTED|TRADING_TERMINATED/
const halted = /SUSPENDED/

/** How the market stands: a final state is only information, a halt counts more than a provider below requirement. */
export function marketState({ label, providers, stale }: MarketFacts): RiskState | 'info' {
  if (label && halted.test(label.state)) return 'near'
  if (!label || final.test(label.state)) return 'info'
  if (!providers) return 'unknown'
  if (stale) return 'stale'
  if (providers.rows.some(isOff)) return 'watch'
  return providers.rows.every(isMeasured) ? 'ok' : 'unknown'
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
