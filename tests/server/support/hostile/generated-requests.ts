import fc from 'fast-check'
import { candleIdOf } from '../../../../src/wire/candles.ts'
import { asset, market, party } from '../ids.ts'
import type { Documented, Parameter } from './documented.ts'
import { headerSets, hostile, insides, others, raw } from './hostile-values.ts'

/** A request that no person would write, and some that they would. `target` is sent as it stands. */
export interface GeneratedRequest {
  method: 'GET' | 'HEAD'
  target: string
  headers: Readonly<Record<string, string>>
}

/** Cursors that lists have given, for the parameters that take one. */
export type Cursors = readonly string[]

const ids = [...Object.values(market), ...Object.values(party), ...Object.values(asset)]
const times = ['0', '1709546420000001000', '1709546700000000000', '1709553600000000000']

/** Values of the sample network by the last part of a parameter's name. */
const known: Readonly<Record<string, readonly string[]>> = {
  marketId: Object.values(market),
  partyId: [...Object.values(party), 'network'],
  referee: Object.values(party),
  assetId: Object.values(asset),
  candleId: [market.btc, market.sen, market.ice].flatMap((id) => [candleIdOf('1 minute', id), candleIdOf('block', id)]),
  fromTimestamp: times,
  toTimestamp: times,
  startTimestamp: times,
  endTimestamp: times,
  id: ['0', '1', '2', '7'],
  block: ['1', '564', '1308', '9'],
  first: ['1', '2', '5000'],
  last: ['1', '3', '5000'],
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const truths = ['true', 'false', '1', '0', 'T', 'FALSE']

const lastName = (name: string): string => name.split('.').at(-1) ?? name

function validOf({ name, schema }: Parameter, cursors: Cursors): fc.Arbitrary<string> {
  const isCursor = /\.(?:after|before)$/.test(name)
  if (isCursor) return cursors.length > 0 ? fc.constantFrom(...cursors) : fc.constant(base64('{}'))
  if (schema.type === 'boolean') return fc.constantFrom(...truths)
  const values = known[lastName(name)]
  return values ? fc.constantFrom(...values) : fc.constantFrom(...ids)
}

/** A valid value with one letter taken, doubled or put in, or in another spelling. */
const nearly = (valid: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(valid, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), fc.nat({ max: 6 }))
    .map(([text, at, letter, how]) => {
      const cut = text.length === 0 ? 0 : at % text.length
      const [head, tail] = [text.slice(0, cut), text.slice(cut)]
      const ways = [
        head + tail.slice(1),
        head + letter + tail,
        head + letter + tail.slice(1),
        text.toUpperCase(),
        ` ${text}`,
        `+${text}`,
        '',
      ]
      return ways[how] ?? text
    })

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A name in one of both spellings, now and then in a third. */
const nameOf = ({ name }: Parameter): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(name) },
    { weight: 4, arbitrary: fc.constant(snake(name)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(name.toUpperCase(), `${name}.x`, `${name}[]`, `${name}[a]`, name.split('.')[0] ?? ''),
    },
  )

const encode = encodeURIComponent

/** The value of a parameter as it is sent, after percent-encoding where that is due. */
const valueOf = (parameter: Parameter, cursors: Cursors): fc.Arbitrary<string> => {
  const valid = validOf(parameter, cursors)
  return fc.oneof(
    { weight: 10, arbitrary: valid.map(encode) },
    { weight: 3, arbitrary: nearly(valid).map(encode) },
    { weight: 2, arbitrary: fc.constantFrom(...hostile).map(encode) },
    { weight: 1, arbitrary: fc.constantFrom(...insides).map((inside) => encode(base64(inside))) },
    { weight: 1, arbitrary: fc.constantFrom(...raw) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(encode) },
  )
}

/** Each parameter is left out half of the time, a required one seldom. */
function pairsOf(parameters: readonly Parameter[], cursors: Cursors): fc.Arbitrary<string | null>[] {
  return parameters.map((parameter) =>
    fc.option(
      fc.tuple(nameOf(parameter), valueOf(parameter, cursors)).map(([name, value]) => `${name}=${value}`),
      { freq: parameter.required ? 12 : 2 },
    ),
  )
}

/** A query of valid values only. */
const plainQueryOf = (parameters: readonly Parameter[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...parameters
        .filter(({ name }) => known[lastName(name)])
        .map((parameter) =>
          fc.option(
            validOf(parameter, []).map((value) => `${parameter.name}=${value}`),
            { freq: parameter.required ? 99 : 2 },
          ),
        ),
    )
    .map((pairs) => pairs.filter((pair) => pair !== null).join('&'))

function queryOf(parameters: readonly Parameter[], cursors: Cursors): fc.Arbitrary<string> {
  const pairs = pairsOf(parameters, cursors)
  const extra = fc.option(fc.constantFrom(...others), { freq: 6, nil: undefined })
  const doubled = fc.boolean().chain((is) => (is ? fc.integer({ min: 0, max: 9 }) : fc.constant(1)))
  return fc.tuple(fc.tuple(...pairs), extra, doubled).map(([given, more, times]) => {
    const all = [...given.filter((pair) => pair !== null), ...(more === undefined ? [] : [more])]
    return (times === 0 ? [...all, ...all.slice(0, 1)] : all).join('&')
  })
}

function pathOf({ path, parameters }: Documented): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const values = inPath.map((parameter) =>
    fc.oneof(
      { weight: 4, arbitrary: valueOf(parameter, []) },
      { weight: 1, arbitrary: fc.constantFrom('', '.', 'a/b', 'a%2Fb', '%') },
    ),
  )
  return fc.tuple(...values).map((given) => {
    const left = [...given]
    return path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '')
  })
}

const inQuery = ({ parameters }: Documented): Parameter[] => parameters.filter((parameter) => parameter.in === 'query')

/** Requests for an operation: each parameter valid, nearly valid, hostile or missing. */
export const requestsFor = (op: Documented, cursors: Cursors): fc.Arbitrary<GeneratedRequest> =>
  fc
    .tuple(
      pathOf(op),
      fc.oneof(
        { weight: 4, arbitrary: queryOf(inQuery(op), cursors) },
        { weight: 1, arbitrary: plainQueryOf(inQuery(op)) },
      ),
      fc.constantFrom(...headerSets),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant('GET' as const) },
        { weight: 1, arbitrary: fc.constant('HEAD' as const) },
      ),
    )
    .map(([path, query, headers, method]) => ({ method, target: query === '' ? path : `${path}?${query}`, headers }))
