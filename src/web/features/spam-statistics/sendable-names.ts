import type { Gauge, GaugeName } from '../../../wire/spam/spam-gauges.ts'
import { groupDigits } from '../../format/amount.ts'
import { listed, nounFor } from '../../format/words.ts'

/** Names of what a limit counts, as one would say what is left of it: one and many. */
export const sendableNames: Readonly<Record<Exclude<GaugeName, 'pow'>, readonly [one: string, many: string]>> = {
  transfers: ['transfer', 'transfers'],
  votes: ['vote on a proposal', 'votes on each proposal'],
  proposals: ['proposal', 'proposals'],
  delegations: ['delegation', 'delegations'],
  nodeAnnouncements: ['announcement', 'announcements'],
  issueSignatures: ['signature', 'signatures'],
  createReferralSet: ['new set', 'new sets'],
  updateReferralSet: ['set update', 'set updates'],
  applyReferralCode: ['referral code', 'referral codes'],
}

/** `3 proposals, 4 signatures and 5 referral codes`: what may be sent of limits of which nothing is used. */
export const unusedWords = (gauges: readonly Gauge[]): string =>
  listed(
    gauges.flatMap(({ name, max }) =>
      name === 'pow' || max === undefined ? [] : [`${groupDigits(max)} ${nounFor(max, ...sendableNames[name])}`],
    ),
  )
