import * as v from 'valibot'
import { type Candle, CandleMessage } from '../../../../wire/candles.ts'
import { parseJson } from '../../../../wire/scalar.ts'
import { Alarm } from '../../../format/timer.ts'

/** The part of WebSocket that is used. */
export type SocketLike = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close'>

/** Why a stream ended or failed to open. */
export interface StreamEnd {
  opened: boolean
  message: string
  /** gRPC status code, if the node sent one. */
  code?: number
}

export interface CandleSocketEvents {
  onOpen: () => void
  onCandle: (candle: Candle) => void
  /** Called at most once, and never after `close`. */
  onEnd: (end: StreamEnd) => void
}

/** Handshake timeout. */
const timeoutMs = 3000

const readMessage = (data: unknown): CandleMessage | undefined => {
  if (typeof data !== 'string') return undefined
  try {
    const read = v.safeParse(CandleMessage, parseJson(data))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Opens one WebSocket with the candle stream (wire.md 6.6) and validates each message. Returns a function that closes it. */
export function openCandleSocket(
  url: string,
  connect: (url: string) => SocketLike,
  { onOpen, onCandle, onEnd }: CandleSocketEvents,
): () => void {
  let socket: SocketLike | undefined
  let opened = false
  let over = false
  const handshake = new Alarm()

  function close(): void {
    over = true
    handshake.clear()
    if (!socket) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close()
  }
  function end(message: string, code?: number): void {
    if (over) return
    close()
    onEnd({ opened, message, ...(code === undefined ? {} : { code }) })
  }

  try {
    socket = connect(url)
  } catch {
    // The browser rejects some URLs, such as ws: from an https: page. Report it asynchronously, like any other end.
    handshake.ring(0, () => end('This browser does not open the stream of this node.'))
    return close
  }
  handshake.ring(timeoutMs, () => end('The node did not open the stream in time.'))
  socket.onopen = () => {
    opened = true
    handshake.clear()
    onOpen()
  }
  socket.onclose = () => end(opened ? 'The stream broke off.' : 'The node did not open the stream.')
  socket.onmessage = ({ data }) => {
    const message = readMessage(data)
    if (!message) end('The stream said something that the interface does not know.')
    else if ('result' in message) onCandle(message.result.candle)
    else
      end(
        message.error.details[0]?.message || message.error.message || 'The node ended the stream.',
        message.error.code,
      )
  }
  return close
}
