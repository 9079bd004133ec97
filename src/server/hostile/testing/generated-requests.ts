import fc from 'fast-check'
import { candleIdOf } from '../../../wire/candles.ts'
import { asset, market, party, unknown } from '../../testing/ids.ts'
import type { Documented, Parameter } from './documented.ts'

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

/** Text that is sent as it stands: broken escapes, bytes that are no UTF-8, separators of other programs. */
const raw = [
  '%',
  '%2',
  '%zz',
  '%00',
  'a%00b',
  '%ff%fe',
  '%C0%AF',
  '%ED%A0%80',
  '%0d%0aSet-Cookie:x=1',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  ';',
  '[]',
  '[0]',
  '+',
  '%2B1',
  '%EF%BB%BF',
  '%E2%80%AE',
  '$(id)',
  '{{7*7}}',
]

/** Text that is percent-encoded before it is sent. */
const hostile = [
  "'; drop table ledger; --",
  "' or 1=1 --",
  String.raw`\x00`,
  String.raw`\\x03`,
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e3',
  '1_000',
  '٣',
  '99999999999999999999999999',
  '-9223372036854775809',
  '9223372036854775807',
  '18446744073709551615',
  '2147483648',
  '-1',
  'null',
  '{}',
  '[]',
  'true',
  '🦄'.repeat(20),
  'a'.repeat(2000),
  'ab'.repeat(31),
  `0x${unknown.slice(2)}`,
  unknown.toUpperCase(),
  `trades_candle_1_minute_${unknown}\u0000`,
  `trades_candle_${'9'.repeat(40)}_seconds_${market.btc}`,
  `trades_candle_1_minute"; drop table trades; --_${market.btc}`,
  '0000-01-01T00:00:00Z',
]

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** What stands inside of cursors that no list has given. */
const insides = [
  '{}',
  '[]',
  'null',
  '{"MarketID":"a","PartyID":null}',
  `{"MarketID":"${market.btc}","PartyID":"\\u0000"}`,
  `{"marketId":"${market.btc}","partyId":"a\\u0000b","ordinality":1}`,
  '{"marketId":"network","partyId":"","ordinality":999999999999999999}',
  '{"JoinedAtEpoch":"999999999999999999"}',
  '{"JoinedAtEpoch":-1}',
  '{"periodStart":"0000-01-01T00:00:00Z"}',
  '{"periodStart":"9999-12-31T23:59:59.999999999-23:59"}',
  '{"vegaTime":"0000-01-01T00:00:00Z","id":"network"}',
  '{"vegaTime":"9999-12-31T23:59:59.999999999-23:59","id":""}',
  '{"vegaTime":null,"id":"\\u0000"}',
  '{"ID":"network","TxHash":"04","VegaTime":"0000-01-01T00:00:00.000000001Z"}',
  '{"__proto__":{"MarketID":"a"},"constructor":1}',
  '{"id":1e999}',
  `{"id":${'['.repeat(700)}`,
]

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

/** Parts of a query that no operation knows, and some that have a meaning for all. */
const others = [
  'x=1',
  '__proto__.polluted=1',
  'constructor.prototype.polluted=1',
  'pagination=1',
  'pagination.=1',
  'pagination.first.x=1',
  'pagination[first]=1',
  'pagination.__proto__.first=1',
  '.=1',
  '=1',
  '&',
  '%',
  '%00=1',
  'pretty',
  'pretty=true',
  `long=${'x'.repeat(3000)}`,
]

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

const headerSets: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  {},
  { Origin: 'https://hostile.example' },
  { Origin: 'null', 'Accept-Encoding': 'gzip;q=0, *;q=0' },
  { Accept: 'application/x-ndjson' },
  { Accept: '*/*;q=0, text/html' },
  { 'Grpc-Timeout': '10S' },
  { 'Grpc-Timeout': '1x' },
  { 'Grpc-Timeout': '99999999H' },
  { 'Accept-Encoding': 'gzip,'.repeat(300) },
  { Range: 'bytes=0-1', 'If-None-Match': '*' },
  { 'X-Forwarded-For': '1.1.1.1, ::1, x', Forwarded: 'for=_hidden' },
  { Cookie: 'a=b; '.repeat(100), Authorization: 'Basic Og==' },
  { 'Content-Length': '0' },
]

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
