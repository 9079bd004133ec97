import * as v from 'valibot'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What can go wrong, also several things at once. Byte counts are those of the body. */
export const Misbehaviour = v.strictObject({
  /** Milliseconds before the answer. */
  latency: v.optional(Count),
  blackHole: v.optional(v.literal(true)),
  /** Resets the connection after so many bytes; 0 answers nothing at all. */
  reset: v.optional(Count),
  /** Falls silent after so many bytes and leaves the connection open, as a network that goes away does. */
  stall: v.optional(Count),
  /** Ends the body after so many bytes as if it were whole. */
  truncate: v.optional(Count),
  /** Sends one byte at a time with so many milliseconds between. */
  slices: v.optional(Count),
  /** Replaces the status, headers, and the body by an error body of these members. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.optional(v.record(v.string(), v.string())),
  error: v.optional(v.looseObject({ code: v.number(), message: v.string() })),
  /** The network's ban: 403 and `Ratelimit-Retry-After` of so many seconds (wire.md 10.3). */
  banned: v.optional(Count),
  /** This text instead of the body, under the type of the body. */
  text: v.optional(v.string()),
  /** After so many bytes of the body an error follows in the same body (wire.md 5.4). */
  inBandError: v.optional(Count),
  /** Members to set, by dotted path; `*` means every item. */
  set: v.optional(v.record(v.string(), v.unknown())),
  /** Members to leave out, by dotted path. */
  remove: v.optional(v.array(v.string())),
  /** The page ends with the cursor after which it starts, and promises more. */
  repeatCursor: v.optional(v.literal(true)),
  shuffle: v.optional(v.literal(true)),
  /** Milliseconds that the `Date` header is ahead of the clock; may be negative. */
  clockSkew: v.optional(v.pipe(v.number(), v.integer())),
})
export type Misbehaviour = v.InferOutput<typeof Misbehaviour>
