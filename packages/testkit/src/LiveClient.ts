import { WebSocket } from "ws"
import { eventually } from "./TestServer.ts"

export interface LiveOptions {
  readonly token?: string
  /** The path of the socket. The default is `/api/live`. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

// A message as received. The assertions of the tests check its shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Message = any

/** Opens a client of `GET /api/live` that records the messages it receives. */
export const openLive = (origin: string, options: LiveOptions = {}) => {
  const socket = new WebSocket(`${origin.replace("http", "ws")}${options.path ?? "/api/live"}`, {
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers
    }
  })
  const received: Array<Message> = []
  let refused: number | undefined
  let closed: number | undefined
  socket.on("message", (data) => received.push(JSON.parse(String(data))))
  socket.on("unexpected-response", (request, response) => {
    refused = response.statusCode
    request.destroy()
  })
  socket.on("error", () => undefined)
  socket.on("close", (code) => (closed = code))
  const send = (message: unknown): void =>
    socket.send(typeof message === "string" ? message : JSON.stringify(message))
  return {
    socket,
    received,
    send,
    /** Sends a hello as soon as the socket is open, and returns the first message. */
    hello: async (fields: object = {}): Promise<Message> => {
      await eventually(() => socket.readyState === WebSocket.OPEN)
      send({ t: "hello", v: 1, ...fields })
      return eventually(() => received[0])
    },
    opened: () => eventually(() => socket.readyState === WebSocket.OPEN),
    /** Returns the first message that matches, including earlier messages. Waits if no message matches yet. */
    next: (fits: (message: Message) => boolean, millis?: number): Promise<Message> =>
      eventually(() => received.find(fits), millis),
    closed: (millis?: number): Promise<number> => eventually(() => closed, millis),
    refused: (): Promise<number> => eventually(() => refused),
    close: () => socket.terminate()
  }
}
