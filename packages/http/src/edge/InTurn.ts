import type { Connections } from "./Connections.ts"
import type { Exchange, Held } from "./Held.ts"

export type OnRequest = (request: Exchange["request"], response: Exchange["response"]) => void

/**
 * Answers the requests of one connection one after the other. Node hands all of a pipeline over at once, so that sixty
 * connections with thousands of requests each would keep everybody else waiting. Answers of more than the limit are not
 * begun: the last one that is says that the connection closes, after which a client repeats the others.
 */
export const inTurn = (connections: Connections, onRequest: OnRequest): OnRequest => {
  const begin = (held: Held, exchange: Exchange): void => {
    held.current = exchange
    connections.enter(held, "answering")
    exchange.response.once("close", () => {
      held.current = undefined
      connections.enter(held, "waiting")
      const next = held.socket.destroyed ? undefined : held.queue.shift()
      if (next !== undefined) begin(held, next)
    })
    onRequest(exchange.request, exchange.response)
  }

  return (request, response) => {
    const held = connections.of(request.socket)
    if (held === undefined) {
      response.destroy()
      return
    }
    if (held.current === undefined) return begin(held, { request, response })
    if (held.queue.length < connections.limits.pipelined) held.queue.push({ request, response })
    else held.queue.at(-1)!.response.shouldKeepAlive = false
  }
}
