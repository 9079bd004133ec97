import { workOnBlocks, workOutlook } from '../../../wire/spam/proof-of-work.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import type { PowStatistics } from '../../../wire/spam-statistics.ts'

/** What a party may send now, for programs: counts are exact text. `elapsed` blocks have passed since the answer. */
export function sendableJson(
  partyId: string,
  verdict: SpamVerdict,
  pow: PowStatistics | null | undefined,
  elapsed: bigint,
) {
  const outlook = pow ? workOutlook(pow) : undefined
  const [block] = (pow ? workOnBlocks(pow, elapsed) : []).filter(
    ({ leftAtBase, expiresIn }) => leftAtBase !== '0' && expiresIn !== '0',
  )
  return JSON.stringify(
    {
      partyId,
      epoch: verdict.epoch,
      bannedUntilNs: verdict.ban?.until.toString() ?? null,
      left: Object.fromEntries(verdict.gauges.map(({ name, left = null }) => [name, left])),
      proofOfWork: outlook && {
        left: outlook.left,
        perBlock: outlook.perBlock,
        sentPerBlock: outlook.sentPerBlock,
        next: block && {
          height: block.height,
          hash: block.hash,
          difficulty: block.base,
          left: block.leftAtBase,
          expiresInBlocks: block.expiresIn,
        },
      },
    },
    null,
    2,
  )
}
