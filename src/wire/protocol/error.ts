import * as v from 'valibot'

/** One entry of `details`: at least `@type`; the network adds a numeric code, a message and the inner cause. */
export const ErrorDetail = v.looseObject({
  '@type': v.string(),
  code: v.optional(v.number()),
  message: v.optional(v.string()),
  inner: v.optional(v.string()),
})
export type ErrorDetail = v.InferOutput<typeof ErrorDetail>

/** The error body shared by all operations. Members a node leaves out are filled in. */
export const ErrorBody = v.object({
  code: v.optional(v.number(), 0),
  message: v.optional(v.string(), ''),
  details: v.optional(v.array(ErrorDetail), []),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** How streams and exports carry an error. */
export const ErrorEnvelope = v.object({ error: ErrorBody })

export const descriptions = {
  ErrorBody: 'Why a request failed.',
  'ErrorBody code': 'Code of gRPC, such as 3 (bad argument), 5 (not found) or 8 (too many requests).',
  'ErrorBody message': 'The reason in words.',
  'ErrorBody details': "The network's own codes and causes.",
  ErrorDetail: 'A cause of a failure.',
  'ErrorDetail @type': 'URL of the type; the last step is its name.',
  'ErrorDetail code': "The network's own code.",
  'ErrorDetail message': 'What failed.',
  'ErrorDetail inner': 'Why it failed.',
  ErrorEnvelope: 'A failure as streams and exports send it.',
}

/** gRPC status codes that the interface uses, by name. */
export const code = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const
export type Code = (typeof code)[keyof typeof code]

/** HTTP status of a gRPC code (wire.md 4.1). */
export const httpStatus = (grpc: number): number =>
  ({ 1: 408, 2: 500, 3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 12: 501, 13: 500, 14: 503 })[grpc] ?? 500

export const errorDetailType = 'type.googleapis.com/vega.ErrorDetail'
