import { WebSocket } from "ws"
import { eventually } from "./TestServer.ts"

export interface LiveOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

// Messages as they come; their assertions say what they must be.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Message = any

/** A receiver of `GET /api/live` that keeps what it heard. */
export const openLive = (origin: string, options: LiveOptions = {}) => {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`, {
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers
    }
  })
  const heard: Array<Message> = []
  let refused: number | undefined
  let closed: number | undefined
  socket.on("message", (data) => heard.push(JSON.parse(String(data))))
  socket.on("unexpected-response", (request, response) => {
    refused = response.statusCode
    request.destroy()
  })
  socket.on("error", () => undefined)
  socket.on("close", (code) => (closed = code))
  const say = (message: unknown): void =>
    socket.send(typeof message === "string" ? message : JSON.stringify(message))
  return {
    socket,
    heard,
    say,
    /** Says hello once the door is open and waits for the first answer. */
    hello: async (fields: object = {}): Promise<Message> => {
      await eventually(() => socket.readyState === WebSocket.OPEN)
      say({ t: "hello", v: 1, ...fields })
      return eventually(() => heard[0])
    },
    opened: () => eventually(() => socket.readyState === WebSocket.OPEN),
    /** The first message, new or heard before, that fits. */
    next: (fits: (message: Message) => boolean, millis?: number): Promise<Message> =>
      eventually(() => heard.find(fits), millis),
    closed: (): Promise<number> => eventually(() => closed),
    refused: (): Promise<number> => eventually(() => refused),
    close: () => socket.terminate()
  }
}
