import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { Id, Rfc3339Nano, TextParameter, Uint64 } from './scalar.ts'
import { spamCounters } from './spam-statistics.ts'

/** A counter as it was read: so many of its limit were used in the epoch, exact text. `bannedUntil` is as the node sent it. */
export const SampledCounter = v.object({
  used: Uint64,
  max: Uint64,
  bannedUntil: v.optional(Rfc3339Nano),
})
export type SampledCounter = v.InferOutput<typeof SampledCounter>

/** The counters of an epoch. Votes are limited per proposal: their counter is that of the proposal with most votes. */
export const sampledCounters = [...spamCounters, 'votes'] as const

const Reading = v.object({
  epochSeq: Uint64,
  counters: v.object(v.entriesFromList(sampledCounters, v.optional(SampledCounter))),
  /** Proof of work is counted per block hash and not per epoch, so only its ban is kept. */
  powBannedUntil: v.optional(Rfc3339Nano),
})
/** What a node said of a party's counters. A counter that it did not report is absent, never zero. */
export type SpamReading = v.InferOutput<typeof Reading>

/** Consecutive readings that were the same. Times are of the service's clock when it received them. */
export const SpamSample = v.object({
  ...Reading.entries,
  /** The first of them. */
  time: Rfc3339Nano,
  /** The last of them. */
  until: Rfc3339Nano,
  /** How many there were, at least one. */
  readings: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
export type SpamSample = v.InferOutput<typeof SpamSample>

/** A time in which nothing could be read: what the counters were then is unknown. */
export const SpamGap = v.object({
  from: Rfc3339Nano,
  until: Rfc3339Nano,
  reason: v.string(),
})
export type SpamGap = v.InferOutput<typeof SpamGap>

/** Lyra's own, not part of the network's interface: what the service has read of the parties that it watches. */
export const getSpamHistory = operation({
  name: 'getSpamHistory',
  summary: 'Get the spam counters of a watched party over the last 24 hours',
  path: '/lyra/v1/spam-history',
  optional: true,
  params: v.object({ partyId: v.optional(TextParameter, '') }),
  reply: v.object({
    /** What the service's clock shows as it answers: times of samples and gaps are as long ago as they are before it. */
    now: Rfc3339Nano,
    /** The parties that the service watches, in the order they were given. */
    watched: v.array(Id),
    /** Of the requested party, the oldest first. */
    samples: v.array(SpamSample),
    gaps: v.array(SpamGap),
  }),
})

export const descriptions = {
  getSpamHistory:
    "Lyra's own, not part of the network's interface. A service started with `--watch` reads the spam statistics of these parties every 5 seconds and keeps the samples of the last 24 hours in memory. Equal readings in a row are one sample, from `time` to `until` by the service's clock, which shows `now`. A time in which nothing could be read is a gap with its reason. Without `partyId` only the watched parties are listed; a party that is not watched: 404.",
  'getSpamHistory partyId': 'One of the watched parties. Empty or absent lists them without samples.',
  'getSpamHistory now': "What the service's clock shows as it answers, RFC3339.",
  'getSpamHistory watched': 'The parties that the service watches, in the order they were given.',
  'getSpamHistory samples': 'What was read of the requested party, the oldest first.',
  'getSpamHistory gaps': 'When nothing could be read.',
  SampledCounter: 'A counter as it was read.',
  'SampledCounter used': 'Transactions in the epoch.',
  'SampledCounter max': 'Transactions allowed in the epoch.',
  'SampledCounter bannedUntil': 'End of a ban as the node sent it.',
  SpamSample: 'Equal readings in a row.',
  'SpamSample epochSeq': 'Number of the epoch.',
  'SpamSample counters': 'The counters by name; one that the node did not report is absent.',
  'SpamSample powBannedUntil': 'End of a ban for proof of work.',
  'SpamSample time': 'The first of the readings, RFC3339.',
  'SpamSample until': 'The last of them, RFC3339.',
  'SpamSample readings': 'How many there were.',
  SpamGap: 'A time in which nothing could be read: what the counters were is unknown.',
  'SpamGap from': 'When it began, RFC3339.',
  'SpamGap until': 'When it ended, RFC3339.',
  'SpamGap reason': 'Why, in a sentence.',
}
