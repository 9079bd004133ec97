import type { PowStatistics } from '../../../../wire/spam-statistics.ts'
import { groupDigits } from '../../../format/amount.ts'
import { formatDuration } from '../../../format/duration.ts'
import { nounFor, plural } from '../../../format/words.ts'
import { blockTime } from '../block-time.ts'
import {
  type WorkOnBlock,
  type WorkOutlook,
  workLeft,
  workOnBlocks,
  workOutlook,
} from '../../../../wire/spam/proof-of-work.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'

/** `×4`; as a power of two when it is too long to read. */
export const factorOf = (cost: string): string =>
  cost.length > 7 ? `×2^${BigInt(cost).toString(2).length - 1}` : `×${groupDigits(cost)}`

/** Milliseconds that proof of work lasts at the rate of the party; undefined when it lasts or the block time is not yet known. */
export function workLastsMs(outlook: WorkOutlook | undefined): number | undefined {
  const msPerBlock = blockTime()
  return outlook?.lastsBlocks === undefined || msPerBlock === undefined ? undefined : outlook.lastsBlocks * msPerBlock
}

const perBlockWords = (rate: number): string => String(Number(rate.toFixed(rate < 10 ? 1 : 0)))

/** `70 now, 2 more per block; you send 1.3 per block: lasts`, or `lasts 40 s`, as long as the block time is known. */
export function workWords(outlook: WorkOutlook): string {
  const { left, perBlock, sentPerBlock, lastsBlocks } = outlook
  const room = `${groupDigits(left)} now, ${perBlock} more per block`
  if (sentPerBlock === 0) return `${room}; you send none`
  const ms = workLastsMs(outlook)
  const span =
    lastsBlocks === undefined
      ? 'lasts'
      : ms === undefined
        ? `lasts ${plural(Math.round(lastsBlocks), 'block')}`
        : `lasts ${formatDuration(Math.max(1000, Math.round(ms / 1000) * 1000))}`
  return `${room}; you send ${perBlockWords(sentPerBlock)} per block: ${span}`
}

/** As `workWords`, of a party; undefined while it lasts, of values that are too old, without proof of work, and in a ban. */
export function workLine(
  pow: PowStatistics | null | undefined,
  { gauges, stale }: Pick<SpamVerdict, 'gauges' | 'stale'>,
): string | undefined {
  const state = gauges.find(({ name }) => name === 'pow')?.state
  const outlook = pow && !stale && state !== 'banned' && state !== 'confirming' ? workOutlook(pow) : undefined
  return outlook?.lastsBlocks === undefined ? undefined : workWords(outlook)
}

/** `×4 the work`, or undefined at base difficulty. */
export const costOf = ({ cost }: Pick<WorkOnBlock, 'cost'>): string | undefined =>
  cost === undefined || cost === '1' ? undefined : `${factorOf(cost)} the work`

const whenNext = (msPerBlock: number | undefined): string =>
  msPerBlock === undefined
    ? 'the next block'
    : `the next block (one about every ${formatDuration(Math.max(1000, msPerBlock))})`

/** Advice on the older hashes: unused ones, else one with room. */
function elsewhere(blocks: readonly WorkOnBlock[], left: { unused: string; perHash: string }): string {
  if (left.unused !== '0')
    return `Or use one of ${plural(left.unused, 'older hash', 'older hashes')} in the window that ${nounFor(left.unused, 'is', 'are')} untouched: each accepts ${plural(left.perHash, 'transaction')} at base difficulty.`
  const open = blocks.find((block) => !block.newest && block.leftAtBase !== '0' && block.expiresIn !== '0')
  if (open)
    return `Or use block ${groupDigits(open.height)}, which still accepts ${groupDigits(open.leftAtBase)} at base difficulty.`
  return 'Every hash in the window is used up at base difficulty.'
}

/** Advice on the next transaction of a bot (wire.md 9.3, 9.4). `msPerBlock` is the observed block time, `elapsed` the blocks since the answer. */
export function adviceOf(pow: PowStatistics, msPerBlock: number | undefined, elapsed = 0n): string {
  const blocks = workOnBlocks(pow, elapsed)
  const left = workLeft(pow)
  const [newest] = blocks
  if (!newest || !left) return 'The node reports no block, so there is no advice on the next transaction.'
  const at = `block ${groupDigits(newest.height)}`
  if (newest.expiresIn === '0') return 'No advice: the newest hash that the node reported has expired.'
  if (newest.leftAtBase !== '0' && !newest.byCredit)
    return `Next: use ${at}. It accepts ${plural(newest.leftAtBase, 'more transaction')} at base difficulty (${newest.base} bits).`
  if (newest.next === undefined)
    return `The newest hash, ${at}, accepts no more. Wait for ${whenNext(msPerBlock)}. ${elsewhere(blocks, left)}`
  const cost = costOf(newest)
  if (cost === undefined)
    return `Next: use ${at}. Earlier proofs were better than required, so ${newest.next} bits are enough once more.`
  return `The newest hash, ${at}, now requires ${newest.next} bits, ${cost}. Waiting for ${whenNext(msPerBlock)} costs less. ${elsewhere(blocks, left)}`
}
