import type { LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'
import { compare, isDecimal, shiftDecimals } from '../../../format/amount.ts'
import { formatPercent } from '../../../format/percent.ts'
import type { ScoreRow } from '../scores/rows.ts'
import { coverage } from '../scores/score.ts'
import { slaWords, type SlaVerdict } from '../sla/sla.ts'

// What the scorecard's columns are sorted by, and what is found in them.

/** The order in which a reader wants to see the verdicts. */
const severity: readonly SlaVerdict['state'][] = [
  'lost',
  'failing',
  'passes-if',
  'passing',
  'waiting',
  'stale',
  'unknown',
]

/** Sorts verdicts in that order. */
export const severityOf = ({ verdict }: ScoreRow): string => String(severity.indexOf(verdict.state))

export const slaText = ({ verdict }: ScoreRow): string => Object.values(slaWords(verdict)).join(' ').trim()

/** A service level that is loading or failed may exist: its columns do not count as empty. */
export const hasSla = ({ sla, provider }: ScoreRow): boolean => sla !== 'known' || provider.sla !== null

/** Ranks need the market's other providers, which may still be loading. */
export const isRanked = ({ of, standing }: ScoreRow): boolean => of === undefined || standing?.weight !== undefined

export const percentWords = (fraction: string | undefined, digits = 1): string =>
  fraction === undefined || !isDecimal(fraction) ? '' : formatPercent(fraction, digits)

/** How much of what is required is offered, buys and sells, as far as it can be computed. */
export const coverages = (sla: LiquidityProviderSla | null): string[] =>
  sla
    ? [sla.notionalVolumeBuys, sla.notionalVolumeSells]
        .map((volume) => coverage(volume, sla.requiredLiquidity))
        .filter((covered) => covered !== undefined)
    : []

export const smallest = (decimals: readonly string[]): string => decimals.toSorted((a, b) => compare(a, b))[0] ?? ''

/** An amount as its cell shows it, so that rows of several assets are sorted by what is read. */
export const scaled = (raw: string, decimals: number | undefined): string =>
  raw === '' || decimals === undefined || !isDecimal(raw) ? raw : shiftDecimals(raw, decimals)
