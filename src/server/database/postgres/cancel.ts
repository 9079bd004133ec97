import pg from 'pg'

/** Sent in place of a protocol version. */
const cancelCode = 80_877_102

/** Milliseconds that the server may take to receive a cancel request. */
const timeoutMs = 1000

/** The protocol's CancelRequest: the process to cancel, and the secret that only its client knows. */
function cancelRequest(client: pg.ClientBase): Buffer | undefined {
  const processId: unknown = Reflect.get(client, 'processID')
  const secretKey: unknown = Reflect.get(client, 'secretKey')
  if (typeof processId !== 'number' || typeof secretKey !== 'number') return undefined
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(cancelCode, 4)
  message.writeInt32BE(processId, 8)
  message.writeInt32BE(secretKey, 12)
  return message
}

/** Cancels the statement of `client` by another connection, behind a pooler too, within a second. Never rejects. */
export async function cancelStatement(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const message = cancelRequest(client)
  if (!message) return
  const messenger = new pg.Client({ ...config, connectionTimeoutMillis: timeoutMs })
  messenger.on('error', () => {})
  const { connection } = messenger
  // pg's own cancel does not support TLS: connect with pg and send this message in place of the startup message.
  Object.assign(connection, { startup: () => connection.stream.write(message) })
  // The server responds by closing the connection, which pg reports as a failure.
  await messenger.connect().catch(() => {})
}
