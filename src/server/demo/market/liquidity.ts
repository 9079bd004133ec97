import { type Chain, day, epochLength, type Micros, millisecond, second } from '../chain/chain.ts'
import type { Market } from './markets.ts'
import { deviateAt, seedOf, uniformAt } from '../random.ts'
import type { Party, World } from '../world.ts'

/** How a provider behaves: on the book all the time, more or less, behind, on one side only, not at all, or not measured yet. */
type Conduct = 'good' | 'shaky' | 'over' | 'behind' | 'one-sided' | 'off' | 'unmeasured' | 'waiting'

export interface Commitment {
  market: Market
  party: Party
  /** In the smallest unit of the market's asset. */
  amount: bigint
  fee: string
  conduct: Conduct
  /** Days before the network's start. */
  age: number
  seed: number
}

const plan: readonly (readonly [base: string, party: string, thousands: number, fee: string, Conduct, age: number])[] =
  [
    ['BTC', 'provider-1', 4_000, '0.0005', 'good', 400],
    ['BTC', 'provider-2', 2_500, '0.0008', 'shaky', 380],
    ['BTC', 'provider-3', 1_200, '0.001', 'behind', 190],
    ['BTC', 'provider-4', 900, '0.0012', 'off', 120],
    ['BTC', 'maker-1', 600, '0.0006', 'over', 90],
    ['BTC', 'provider-8', 300, '0.001', 'unmeasured', 0.01],
    ['ETH', 'provider-1', 2_000, '0.0006', 'good', 395],
    ['ETH', 'provider-3', 1_500, '0.001', 'good', 300],
    ['ETH', 'provider-5', 700, '0.0015', 'shaky', 60],
    ['ETH', 'maker-2', 400, '0.0009', 'over', 45],
    ['SOL', 'provider-2', 800, '0.002', 'good', 200],
    ['SOL', 'provider-6', 500, '0.0025', 'one-sided', 150],
    ['SOL', 'provider-7', 250, '0.003', 'waiting', 0.004],
    ['LYR', 'provider-5', 350, '0.004', 'good', 260],
    ['LYR', 'provider-6', 260, '0.005', 'shaky', 210],
    ['LYR', 'treasury-1', 1_000, '0.002', 'off', 500],
    ['LYR', 'provider-7', 120, '0.004', 'over', 2],
  ]

/** Epochs whose penalties a market carries forward; 0 carries none. */
export const hysteresis: Readonly<Record<string, number>> = { BTC: 4, ETH: 1, SOL: 0, LYR: 7 }
const minFraction = 0.6
const competition = 0.2

/** Who has promised liquidity where. The same for the life of the network. */
export function commitmentsOf(world: World): Commitment[] {
  return plan.flatMap(([base, name, thousands, fee, conduct, age]) => {
    const market = world.markets.find(({ baseName }) => baseName === base)
    const party = world.parties.find((candidate) => candidate.name === name)
    if (!market || !party) return []
    const amount = BigInt(thousands) * 1000n * 10n ** BigInt(market.asset.decimals)
    return [{ market, party, amount, fee, conduct, age, seed: seedOf(world.seed, 'provider', base, name) }]
  })
}

export function byMarket(commitments: readonly Commitment[]): Map<Market, Commitment[]> {
  const found = new Map<Market, Commitment[]>()
  for (const commitment of commitments)
    found.set(commitment.market, [...(found.get(commitment.market) ?? []), commitment])
  return found
}

const text = (value: number, digits = 10): string => value.toFixed(digits).replace(/\.?0+$/, '')

/**
 * A provider that is behind its minimum during the whole epoch and can win it back until the end, which it does: off the book
 * first, then on it for a little longer, in turns of at most five minutes and of a quarter of what is left, until less than a
 * millisecond is left. `elapsed` and the time on the book are parts of the epoch; `meets` tells whether it is on the book at
 * that moment.
 */
function behind(elapsed: number): { onBook: number; meets: boolean } {
  let [from, onBook] = [0, 0]
  for (;;) {
    const turn = Math.min(1 / 12, (1 - from) / 4)
    const atEnd = 0.64 * (from + turn) - 0.04
    const back = from + turn - (atEnd - onBook)
    if (elapsed < from + turn || turn * epochLength < millisecond / 4)
      return { onBook: onBook + Math.max(0, elapsed - back), meets: elapsed >= back }
    ;[from, onBook] = [from + turn, atEnd]
  }
}

/** Part of an epoch on the book. Clocks and epochs do not end together, so the diligent can reach more than 1. */
function fraction({ conduct, seed }: Commitment, epoch: number, elapsed = 1): number {
  const luck = uniformAt(seed, epoch, 3)
  const settled = 0.35 + 0.65 * elapsed
  switch (conduct) {
    case 'good':
      return Math.min(1, 0.93 + 0.1 * luck)
    case 'over':
      return 1 + 0.006 * luck + (elapsed < 0.02 ? 0.18 : 0)
    case 'shaky':
      return Math.max(0, Math.min(1, 0.72 + 0.22 * deviateAt(seed, epoch, 4) * settled))
    case 'behind':
      return elapsed === 1 ? minFraction : behind(elapsed).onBook / Math.max(elapsed, 1e-9)
    case 'one-sided':
      return 0.4 * luck * luck * settled
    default:
      return 0
  }
}

/** The part of its fees that a provider forgoes for this fraction of time on the book. */
function feePenalty(time: number): number {
  if (time < minFraction) return 1
  return Math.max(0, (1 - (Math.min(1, time) - minFraction) / (1 - minFraction)) * competition)
}
const bondPenalty = (time: number): number => Math.min(0.05, Math.max(0, 1 - time / minFraction) * 0.5)

/** What the epoch before this one cost the provider, as parts of its fees and of its bond. */
export function penaltiesOf(commitment: Commitment, epoch: number): { fee: number; bond: number } {
  const time = fraction(commitment, epoch - 1)
  return { fee: feePenalty(time), bond: bondPenalty(time) }
}

function slaOf(chain: Chain, commitment: Commitment, time: Micros): Record<string, unknown> | undefined {
  const { market, party, amount, conduct, seed, age } = commitment
  if (conduct === 'unmeasured' || conduct === 'waiting') return undefined
  const epoch = chain.epochAt(time)
  const elapsed = (time - chain.epochStart(epoch)) / epochLength
  const required = (amount * 3n) / 10n
  const slice = Math.floor(time / (10 * second))
  const volume = (side: number): string => {
    if (conduct === 'off' || (conduct === 'one-sided' && side === 2)) return '0'
    if (conduct === 'behind' && side === 2 && !behind(elapsed).meets) return String(required / 3n)
    const low = conduct === 'shaky' ? 780 : 1_010
    return String((required * BigInt(low + Math.floor(450 * uniformAt(seed, slice, side)))) / 1000n)
  }
  const last = penaltiesOf(commitment, epoch)
  const carried = Math.min(hysteresis[market.baseName] ?? 0, Math.floor((age * day) / epochLength))
  const past = Array.from({ length: carried }, (_, back) => text(penaltiesOf(commitment, epoch - back).fee))
  return {
    party: party.id,
    current_epoch_fraction_of_time_on_book: text(fraction(commitment, epoch, elapsed)),
    last_epoch_fraction_of_time_on_book: text(fraction(commitment, epoch - 1)),
    last_epoch_fee_penalty: text(last.fee),
    last_epoch_bond_penalty: text(last.bond),
    ...(past.length > 0 && { hysteresis_period_fee_penalties: past }),
    required_liquidity: String(required),
    notional_volume_buys: volume(1),
    notional_volume_sells: volume(2),
  }
}

/** The two arrays of market data (wire.md 12.5): snake_case keys, members without a value left out. */
export function liquidityOf(chain: Chain, commitments: readonly Commitment[], time: Micros) {
  const sharing = commitments.filter(({ conduct }) => conduct !== 'waiting')
  const total = sharing.reduce((sum, { amount }) => sum + Number(amount), 0)
  const slice = Math.floor(time / (60 * second))
  const feeShares = sharing.map(({ party, amount, seed, conduct, market }) => {
    const growth = 1 + 0.04 * uniformAt(seed, Math.floor(slice / 60))
    const stake = (Number(amount) / 10 ** market.asset.decimals) * growth
    return {
      party: party.id,
      equity_like_share: text(Number(amount) / total, 16),
      average_entry_valuation: text((total / 10 ** market.asset.decimals) * (0.4 + uniformAt(seed, 1)), 6),
      ...(conduct !== 'unmeasured' && {
        average_score: text(conduct === 'off' ? 0 : 0.1 + 0.3 * uniformAt(seed, slice), 16),
        virtual_stake: stake.toFixed(16),
      }),
    }
  })
  const levels = commitments.map((commitment) => slaOf(chain, commitment, time))
  return { feeShares, sla: levels.filter((level) => level !== undefined) }
}
