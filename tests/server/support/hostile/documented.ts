import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { servicePaths } from '../../../../src/wire/operations.ts'
import { openApiDocument } from '../../../../src/server/http/openapi/openapi.ts'

const Parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query']),
  required: v.boolean(),
  schema: v.object({ type: v.picklist(['string', 'integer', 'boolean']), format: v.optional(v.string()) }),
})
export type Parameter = v.InferOutput<typeof Parameter>

const Operation = v.object({
  operationId: v.string(),
  parameters: v.array(Parameter),
  responses: v.record(v.string(), v.object({ content: v.optional(v.record(v.string(), v.unknown()), {}) })),
})

const Document = v.object({
  paths: v.record(v.string(), v.object({ get: v.looseObject({ parameters: v.array(v.unknown()) }) })),
})

/** An operation as Lyra's OpenAPI document describes it. */
export interface Documented extends v.InferOutput<typeof Operation> {
  path: string
}

const document = structuredClone(openApiDocument('1'))

/** Every operation of the document, without what tells the state of the service. */
export const documented: readonly Documented[] = Object.entries(v.parse(Document, document).paths)
  .filter(([path]) => !Object.values<string>(servicePaths).includes(path))
  .map(([path, { get }]) => {
    // The one header is a reference to what all share.
    const parameters = get.parameters.filter((parameter) => v.is(Parameter, parameter))
    return { path, ...v.parse(Operation, { ...get, parameters }) }
  })

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false }).addSchema(document, 'openapi')
const validators = new Map<string, ValidateFunction>()

const step = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What is wrong with a body by the document's own schema of it; undefined when nothing is. */
export function faultOf(op: Documented, status: number, media: string, body: unknown): string | undefined {
  const pointer = ['paths', op.path, 'get', 'responses', String(status), 'content', media, 'schema'].map(step).join('/')
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` })
  validators.set(pointer, validate)
  return validate(body) ? undefined : ajv.errorsText(validate.errors)
}
