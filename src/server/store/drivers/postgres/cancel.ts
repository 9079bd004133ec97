import pg from 'pg'

/** Stands where a greeting has its protocol version. */
const cancelCode = 80_877_102

/** How long the server may take to take a cancel request, in milliseconds. */
const limitMs = 1000

/** The protocol's CancelRequest: who is to stop, and the secret that only its own client was told. */
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

/**
 * Cancels what `client` runs, as the protocol has it: through a connection of its own, which `config` leads where it led
 * the client. A statement such as pg_cancel_backend would reach another server or another's session behind a pooler;
 * the secret key fits this one only. Resolves when the server has taken the request or let a second pass. Never rejects.
 */
export async function cancelStatement(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const message = cancelRequest(client)
  if (!message) return
  const messenger = new pg.Client({ ...config, connectionTimeoutMillis: limitMs })
  messenger.on('error', () => {})
  const { connection } = messenger
  // pg's own cancel knows no TLS: here pg goes its whole way to the server and says this in place of its greeting.
  Object.assign(connection, { startup: () => connection.stream.write(message) })
  // The server answers by closing the connection, which for pg is a failure.
  await messenger.connect().catch(() => {})
}
