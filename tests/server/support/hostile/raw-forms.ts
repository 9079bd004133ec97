/** Bytes as a client may send them, and the statuses that come back: those of a good request behind them too, where it counts. */
export type RawForm = readonly [name: string, bytes: string, statuses: string]

const path = '/api/v2/info'
const get = `GET ${path} HTTP/1.1`
const host = 'Host: lyra.example'

const lines = (...of: readonly string[]): string => `${of.join('\r\n')}\r\n\r\n`
const good = lines(get, host)
const chunked = lines(get, host, 'Transfer-Encoding: chunked')

/** A good request behind each form, which must be answered as what it is or not at all. */
export const probe = lines('GET /health HTTP/1.1', 'Host: probe.example', 'Connection: close')

const answered = '200 200'
/** The connection is closed: what follows cannot be told from what was refused, or came behind the end of the connection. */
const refused = '400'
const refusedAlone = '400 200'

const requestLines: readonly RawForm[] = [
  ['a good request', good, answered],
  ['HTTP/1.0 without a host', lines(`GET ${path} HTTP/1.0`), refused],
  ['HTTP/1.0 that keeps its connection', lines(`GET ${path} HTTP/1.0`, 'Connection: keep-alive'), answered],
  ['HTTP/0.9', `GET ${path}\r\n`, refused],
  ['HTTP/2 as plain text', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', refused],
  ['HTTP/1.2', lines(`GET ${path} HTTP/1.2`, host), refused],
  ['HTTP/3.7', lines(`GET ${path} HTTP/3.7`, host), refused],
  ['a version without a number', lines(`GET ${path} HTTP/`, host), refused],
  ['a version of two digits', lines(`GET ${path} HTTP/11.1`, host), refused],
  ['a version in lower case', lines(`GET ${path} http/1.1`, host), refused],
  ['no version', lines(`GET ${path} `, host), refused],
  ['another protocol', lines(`GET ${path} RTSP/1.0`, host), refused],
  ['TLS on the plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', refused],
  ['an SSH greeting', 'SSH-2.0-OpenSSH_9.6\r\n', refused],
  ['an SMTP greeting', 'EHLO hostile.example\r\n', refused],
  ['only line ends', '\r\n\r\n\r\n', '200'],
  ['line ends before the request', `\r\n\r\n${good}`, answered],
  ['nothing but zeros', '\0'.repeat(64), refused],
  ['a method in lower case', lines(`get ${path} HTTP/1.1`, host), refused],
  ['a method that nobody knows', lines(`HACK ${path} HTTP/1.1`, host), refused],
  ['a method with a NUL', lines(`G\0ET ${path} HTTP/1.1`, host), refused],
  ['a method of 10,000 letters', lines(`${'A'.repeat(10_000)} ${path} HTTP/1.1`, host), refused],
  ['no method', lines(` ${path} HTTP/1.1`, host), refused],
  ['a tab between method and path', lines(`GET\t${path} HTTP/1.1`, host), refused],
  ['two spaces between method and path', lines(`GET  ${path} HTTP/1.1`, host), answered],
  ['a space in the path', lines('GET /api/v2/ info HTTP/1.1', host), refused],
  ['a tab in the path', lines('GET /api/v2/\tinfo HTTP/1.1', host), refused],
  ['a NUL in the path', lines('GET /api/v2/\0info HTTP/1.1', host), refused],
  ['a control character in the path', lines('GET /api/v2/\u0001info HTTP/1.1', host), refused],
  ['a letter beyond ASCII in the path', lines('GET /api/v2/inf\u00f6 HTTP/1.1', host), refused],
  ['a backslash in the path', lines(String.raw`GET /api\v2\info HTTP/1.1`, host), refusedAlone],
  ['a fragment in the path', lines(`GET ${path}#x HTTP/1.1`, host), answered],
  ['dots that climb out', lines('GET /../../../../etc/passwd HTTP/1.1', host), '404 200'],
  ['escaped dots that climb out', lines('GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1', host), '404 200'],
  ['two slashes in front', lines('GET //evil.example/api/v2/info HTTP/1.1', host), '404 200'],
  ['no path', lines('GET  HTTP/1.1', host), refused],
  ['a path without its slash', lines('GET api/v2/info HTTP/1.1', host), refused],
  ['an asterisk', lines('GET * HTTP/1.1', host), refusedAlone],
  ['OPTIONS of an asterisk', lines('OPTIONS * HTTP/1.1', host), refusedAlone],
  ['an absolute form', lines(`GET http://lyra.example${path} HTTP/1.1`, host), answered],
  ['an absolute form of another host', lines(`GET http://evil.example${path} HTTP/1.1`, host), answered],
  ['an absolute form of https', lines(`GET https://lyra.example${path} HTTP/1.1`, host), answered],
  ['an absolute form of ftp', lines(`GET ftp://lyra.example${path} HTTP/1.1`, host), refusedAlone],
  ['an absolute form that is no URL', lines('GET http:// HTTP/1.1', host), refusedAlone],
  ['an absolute form with a user', lines(`GET http://a:b@lyra.example${path} HTTP/1.1`, host), answered],
  ['CONNECT', lines('CONNECT evil.example:443 HTTP/1.1', host), ''],
  ['CONNECT of a path', lines(`CONNECT ${path} HTTP/1.1`, host), ''],
  ['TRACE', lines(`TRACE ${path} HTTP/1.1`, host), '405 200'],
  ['POST', lines(`POST ${path} HTTP/1.1`, host, 'Content-Length: 0'), '405 200'],
  ['DELETE', lines(`DELETE ${path} HTTP/1.1`, host), '405 200'],
  ['HEAD', lines(`HEAD ${path} HTTP/1.1`, host), answered],
  ['a path of 12,000 letters', lines(`GET ${path}?x=${'y'.repeat(12_000)} HTTP/1.1`, host), answered],
  ['a path of 20,000 letters', lines(`GET ${path}?x=${'y'.repeat(20_000)} HTTP/1.1`, host), '431'],
  ['a path of a megabyte', lines(`GET ${path}?x=${'y'.repeat(1_000_000)} HTTP/1.1`, host), '431'],
]

const hosts: readonly RawForm[] = [
  ['no host', lines(get), refused],
  ['two hosts', lines(get, host, 'Host: evil.example'), refused],
  ['the same host twice', lines(get, host, host), refused],
  ['an empty host', lines(get, 'Host:'), answered],
  ['a host with a path', lines(get, 'Host: lyra.example/evil'), refusedAlone],
  ['a host with a user', lines(get, 'Host: user@lyra.example'), refusedAlone],
  ['a host with a space', lines(get, 'Host: lyra example'), refusedAlone],
  ['a host with a port beyond 65535', lines(get, 'Host: lyra.example:99999'), refusedAlone],
  ['a host of IPv6', lines(get, 'Host: [::1]:8080'), answered],
  ['a host of IPv6 that is not closed', lines(get, 'Host: [::1'), refusedAlone],
]

const headers: readonly RawForm[] = [
  ['a line without a colon', lines(get, host, 'nonsense'), refused],
  ['a name with a space', lines(get, host, 'X Y: z'), refused],
  ['a space before the colon', lines(get, host, 'X : z'), refused],
  ['an empty name', lines(get, host, ': z'), refused],
  ['a name with a NUL', lines(get, host, 'X\0: z'), refused],
  ['a value with a NUL', lines(get, host, 'X: a\0b'), refused],
  ['a value with a bare CR', lines(get, host, 'X: a\rb'), refused],
  ['a value with a control character', lines(get, host, 'X: a\u0001b'), refused],
  ['a value beyond ASCII', lines(get, host, 'X: \u00ff\u00fe'), answered],
  ['a folded line', lines(get, host, 'X: a', ' b'), refused],
  ['a folded first line', lines(get, ' folded', host), refused],
  ['line ends without CR', `${get}\n${host}\n\n`, refused],
  ['a header of 20,000 letters', lines(get, host, `X: ${'y'.repeat(20_000)}`), '431'],
  ['a hundred short headers', lines(get, host, ...Array.from({ length: 100 }, (_, at) => `a${at}:b`)), answered],
  ['ten thousand short headers', lines(get, host, ...Array.from({ length: 10_000 }, () => 'a:b')), '431'],
  ['__proto__ as a header', lines(get, host, '__proto__: x', 'constructor: y'), answered],
]

const websocket = (method: string, ...more: string[]): string =>
  lines(`${method} /api/v2/stream/candle/data HTTP/1.1`, host, 'Connection: Upgrade', 'Upgrade: websocket', ...more)

const framing: readonly RawForm[] = [
  ['a body that nobody asked for', `${lines(get, host, 'Content-Length: 5')}hello`, answered],
  ['a body that is itself a request', `${lines(get, host, `Content-Length: ${good.length}`)}${good}`, answered],
  ['two equal lengths', `${lines(get, host, 'Content-Length: 5', 'Content-Length: 5')}hello`, refused],
  ['two lengths', lines(get, host, 'Content-Length: 0', 'Content-Length: 44'), refused],
  ['a list of lengths', `${lines(get, host, 'Content-Length: 5, 5')}hello`, refused],
  ['a negative length', lines(get, host, 'Content-Length: -1'), refused],
  ['a length with a sign', `${lines(get, host, 'Content-Length: +5')}hello`, refused],
  ['a length in hex', `${lines(get, host, 'Content-Length: 0x5')}hello`, refused],
  ['an empty length', lines(get, host, 'Content-Length:'), refused],
  ['a length beyond 64 bits', lines(get, host, `Content-Length: ${'9'.repeat(30)}`), refused],
  ['a length and chunks', `${lines(get, host, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, refused],
  ['chunks and a length', `${lines(get, host, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`, refused],
  ['chunks', `${chunked}5\r\nhello\r\n0\r\n\r\n`, answered],
  ['chunks that hold a request', `${chunked}${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`, answered],
  ['chunks with an extension', `${chunked}5;a=b\r\nhello\r\n0\r\n\r\n`, answered],
  ['chunks with a trailer', `${chunked}0\r\nX: y\r\n\r\n`, answered],
  ['a chunk without a size', `${chunked}\r\nhello\r\n0\r\n\r\n`, refused],
  ['a chunk of a size that is no number', `${chunked}xyz\r\nhello\r\n0\r\n\r\n`, refused],
  ['a chunk of a negative size', `${chunked}-5\r\nhello\r\n0\r\n\r\n`, refused],
  ['a chunk of a size beyond 64 bits', `${chunked}${'f'.repeat(20)}\r\nhello\r\n0\r\n\r\n`, refused],
  ['a chunk longer than it says', `${chunked}3\r\nhello\r\n0\r\n\r\n`, '200 400'],
  ['a chunk that ends without CR', `${chunked}5\nhello\n0\n\n`, refused],
  ['chunks spelled with a tab', `${lines(get, host, 'Transfer-Encoding:\tchunked')}0\r\n\r\n`, answered],
  [
    'chunks spelled twice',
    `${lines(get, host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    refused,
  ],
  ['chunks that are not last', `${lines(get, host, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`, refused],
  ['chunks behind something else', `${lines(get, host, 'Transfer-Encoding: xchunked')}0\r\n\r\n`, refused],
  ['chunks hidden by a space', `${lines(get, host, 'Transfer-Encoding : chunked')}0\r\n\r\n`, refused],
  ['chunks hidden by a folded line', `${lines(get, host, 'Transfer-Encoding:', ' chunked')}0\r\n\r\n`, refused],
  ['chunks in HTTP/1.0', `${lines(`GET ${path} HTTP/1.0`, 'Transfer-Encoding: chunked')}0\r\n\r\n`, refused],
]

const upgrades: readonly RawForm[] = [
  ['an upgrade to HTTP/2', lines(get, host, 'Connection: Upgrade', 'Upgrade: h2c'), '200'],
  ['an upgrade to a websocket of no stream', lines(get, host, 'Connection: Upgrade', 'Upgrade: websocket'), '200'],
  ['an upgrade to nothing', lines(get, host, 'Connection: Upgrade', 'Upgrade:'), answered],
  ['an upgrade without its connection', lines(get, host, 'Upgrade: websocket'), answered],
  ['a websocket without a key', websocket('GET', 'Sec-WebSocket-Version: 13'), refused],
  ['a websocket with a short key', websocket('GET', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x'), refused],
  [
    'a websocket of another version',
    websocket('GET', 'Sec-WebSocket-Version: 99', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
    refused,
  ],
  [
    'a websocket by POST',
    websocket('POST', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
    '405',
  ],
  [
    'an upgrade with a body',
    `${lines(get, host, 'Connection: Upgrade', 'Upgrade: x', 'Content-Length: 5')}hello`,
    '200',
  ],
]

const pipelines: readonly RawForm[] = [
  ['three requests at once', good + good + good, '200 200 200 200'],
  ['a hundred requests at once', good.repeat(100), `${'200 '.repeat(100)}200`],
  ['a good and a bad one', `${good}nonsense\r\n\r\n`, refused],
  ['a good one and a half one', `${good}GET ${path} HT`, refused],
  ['one that closes, and one behind it', lines(get, host, 'Connection: close') + good, refused],
  ['an expectation', lines(get, host, 'Expect: 100-continue'), '100 200 200'],
  ['an expectation that nobody knows', lines(get, host, 'Expect: the-unexpected'), '417 200'],
]

/** At least the 93 forms of docs/reliability.md. */
export const rawForms: readonly RawForm[] = [
  ...requestLines,
  ...hosts,
  ...headers,
  ...framing,
  ...upgrades,
  ...pipelines,
]
