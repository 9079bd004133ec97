import type * as v from 'valibot'

export type ParameterSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>
export type ReplySchema = v.GenericSchema<unknown, unknown>

/** One read of the interface: a GET without a body that is routed, requested and documented from this value. */
export interface Operation<
  Path extends string = string,
  Params extends ParameterSchema = ParameterSchema,
  Reply extends ReplySchema = ReplySchema,
> {
  /** Verb phrase in camel case, unique; OpenAPI's operationId. */
  readonly name: string
  readonly summary: string
  /** `:name` marks a path variable, which is a text member of `params`. */
  readonly path: Path
  /** A node may lack it: it serves names, pickers and the state of the chain. */
  readonly optional?: true
  readonly params: Params
  /** Names that the service refuses to do without, besides path variables; for documentation. */
  readonly required?: readonly string[]
  readonly reply: Reply
  /** Media type when the body is not JSON. */
  readonly media?: string
  /** Answered without end: each `reply` is one message, a line of the body or a text frame of a websocket. */
  readonly stream?: true
  /** Its body depends on nothing but its parameters and the state of the database, so that a service may keep it until that changes. */
  readonly cacheable?: true
}

export type AnyOperation = Operation<string, ParameterSchema, ReplySchema>
export type Params<Op extends AnyOperation> = v.InferOutput<Op['params']>
export type RequestParams<Op extends AnyOperation> = v.InferInput<Op['params']>
export type Reply<Op extends AnyOperation> = v.InferOutput<Op['reply']>

export const operation = <const Path extends string, Params extends ParameterSchema, Reply extends ReplySchema>(
  value: Operation<Path, Params, Reply>,
): Operation<Path, Params, Reply> => value

/** Whether an export of the wire is an operation. */
export const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'path' in value && 'params' in value && 'reply' in value
