import type { Connections } from "./Connections.ts"
import type { Exchange, ConnectionState } from "./ConnectionState.ts"

export type OnRequest = (request: Exchange["request"], response: Exchange["response"]) => void

/**
 * Handles the requests of one connection in sequence. Node emits all pipelined requests at once, so sixty connections
 * with thousands of requests each would block all other clients. Requests above the limit get no response. The last
 * response contains `Connection: close`, and the client repeats the remaining requests on a new connection.
 */
export const answerSequentially = (connections: Connections, onRequest: OnRequest): OnRequest => {
  const begin = (connection: ConnectionState, exchange: Exchange): void => {
    connection.current = exchange
    connections.enter(connection, "answering")
    exchange.response.once("close", () => {
      connection.current = undefined
      connections.enter(connection, "waiting")
      const next = connection.socket.destroyed ? undefined : connection.queue.shift()
      if (next !== undefined) begin(connection, next)
    })
    onRequest(exchange.request, exchange.response)
  }

  return (request, response) => {
    const connection = connections.of(request.socket)
    if (connection === undefined) {
      response.destroy()
      return
    }
    if (connection.current === undefined) return begin(connection, { request, response })
    if (connection.queue.length < connections.limits.pipelined) connection.queue.push({ request, response })
    else connection.queue.at(-1)!.response.shouldKeepAlive = false
  }
}
