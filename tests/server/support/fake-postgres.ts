import { once } from 'node:events'
import { type Server, type Socket, createServer } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { settingsQuery } from '../../../src/server/database/postgres/handshake.ts'

/** What the server does with a statement: nothing, which hangs; one row; an error by its SQLSTATE; or it goes away. */
export type Doing = 'hang' | 'row' | 'leave' | { sqlState: string }

export interface FakePostgresOptions {
  /** What is done with the statement of this number in the session, both counted from 1. */
  answer?: (session: number, statement: number, text: string) => Doing
  /** Refuses every session by this SQLSTATE. */
  refusal?: string
  /** A pooler in between: it refuses start-up parameters, or drops them, or drops what begins a transaction too. */
  pooler?: 'refuses' | 'drops' | 'drops all'
  /** Key and certificate in PEM: accepts TLS when they are given. */
  tls?: { key: string; cert: string }
}

export interface FakePostgres {
  url: string
  /** The cancel requests that came, whole, and whether through TLS. */
  cancels: { bytes: Buffer; secure: boolean }[]
  /** The text of every statement. */
  statements: string[]
  /** The name of every statement that was parsed, empty for one without. */
  parsed: string[]
  sessions: () => number
  close: () => Promise<void>
}

const tlsRequest = 80_877_103
const cancelRequest = 80_877_102

const message = (type: string, ...parts: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const ready = message('Z', Buffer.from('I'))
const refused = (sqlState: string): Buffer =>
  message('E', 'SFATAL', 'VFATAL', `C${sqlState}`, 'Mrefused', Buffer.from([0]))
const failed = (sqlState: string): Buffer =>
  Buffer.concat([message('E', 'SERROR', 'VERROR', `C${sqlState}`, 'Mfailed', Buffer.from([0])), ready])
const int16 = (value: number): Buffer => int32(value).subarray(2)
const field = Buffer.concat([Buffer.from('one\0'), int32(0), int16(0), int32(25), Buffer.alloc(8)])
/** A row of columns of text. */
const rowOf = (...values: string[]): Buffer =>
  Buffer.concat([
    message('T', int16(values.length), ...values.map(() => field)),
    message('D', int16(values.length), ...values.flatMap((value) => [int32(value.length), Buffer.from(value)])),
    message('C', 'SELECT 1'),
    ready,
  ])
const row = rowOf('1')
/** What a session says of its settings; behind a pooler another process than the one that was named. */
function settingsOf(session: number, pooler: FakePostgresOptions['pooler'], readOnly: boolean): Buffer {
  const processId = keyOf(session)[0] + (pooler ? 1 : 0)
  return rowOf(
    String(processId),
    pooler && !readOnly ? 'off' : 'on',
    'UTC',
    'ISO',
    'postgres',
    'hex',
    'on',
    'off',
    'read committed',
  )
}
/** A COPY of one line. */
const copied = Buffer.concat([
  message('H', Buffer.from([0, 0, 1, 0, 0])),
  message('d', Buffer.from('1\n')),
  message('c'),
  message('C', 'COPY 1'),
  ready,
])

/** The pid and secret key that a session receives. */
export const keyOf = (session: number): readonly [pid: number, secret: number] => [4000 + session, -77 - session]

/** For tests: a scripted server with as much of PostgreSQL's protocol as a pool needs. */
export async function fakePostgres({
  answer = () => 'row',
  refusal,
  tls,
  pooler,
}: FakePostgresOptions): Promise<FakePostgres> {
  const cancels: FakePostgres['cancels'] = []
  const statements: string[] = []
  const parsed: string[] = []
  const sockets = new Set<Socket>()
  let sessions = 0

  function serve(socket: Socket): void {
    let [session, statement] = [0, 0]
    let readOnly = false
    const prepared = new Map<string, string>()
    let waiting: Buffer = Buffer.alloc(0)
    const answered = (text: string): void => {
      if (text === settingsQuery) return void socket.write(settingsOf(session, pooler, readOnly))
      if (pooler)
        readOnly = pooler !== 'drops all' && (text.startsWith('begin read only') || (readOnly && text !== 'commit'))
      statements.push(text)
      const doing = answer(session, (statement += 1), text)
      if (doing === 'leave') socket.destroy()
      else if (doing === 'row') socket.write(text.startsWith('copy') ? copied : row)
      else if (doing !== 'hang') socket.write(failed(doing.sqlState))
    }
    const greeted = (bytes: Buffer): void => {
      const kind = bytes.readInt32BE(4)
      if (kind === tlsRequest && tls) {
        socket.removeAllListeners('data')
        socket.write('S')
        serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }))
      } else if (kind === tlsRequest) {
        socket.write('N')
      } else if (kind === cancelRequest) {
        cancels.push({ bytes, secure: socket instanceof TLSSocket })
        socket.end()
      } else if (pooler === 'refuses' && bytes.includes('default_transaction_read_only')) {
        socket.end(refused('08P01'))
      } else if (refusal !== undefined) {
        socket.end(refused(refusal))
      } else {
        session = sessions += 1
        const [pid, secret] = keyOf(session)
        socket.write(Buffer.concat([message('R', int32(0)), message('K', int32(pid), int32(secret)), ready]))
      }
    }
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes])
      for (;;) {
        // A greeting has no type in front of its length.
        const at = session === 0 ? 0 : 1
        const length = waiting.length < at + 4 ? Infinity : at + waiting.readInt32BE(at)
        if (waiting.length < length) return
        const whole = waiting.subarray(0, length)
        waiting = waiting.subarray(length)
        const type = session === 0 ? '' : whole.toString('latin1', 0, 1)
        if (type === '') greeted(whole)
        if (type === 'Q') answered(whole.toString('utf8', 5, whole.length - 1))
        const [first = '', second = ''] = whole.toString('utf8', 5).split('\0')
        if (type === 'P') prepared.set(first, second)
        if (type === 'P') parsed.push(first)
        if (type === 'B') answered(prepared.get(second) ?? '')
      }
    })
  }

  const server: Server = createServer((socket) => {
    sockets.add(socket)
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `postgres://lyra@127.0.0.1:${address.port}/lyra${tls ? '?sslmode=require' : ''}`,
    cancels,
    statements,
    parsed,
    sessions: () => sessions,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
