import type { IncomingMessage, ServerResponse } from "node:http"
import type { BodyRule } from "../RawRoute.ts"
import { sendError } from "../response/SendError.ts"
import { discardRest } from "./DiscardRest.ts"

export interface BodyRefusal {
  readonly status: 413 | 415
  readonly code: string
  readonly message: string
}

const hasBody = (request: IncomingMessage): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0

/**
 * Returns the error if the body must be rejected before it is read, otherwise undefined. A body must be JSON or have a
 * media type in `types`, and must not be longer than `limit` bytes.
 */
export const refuseBody = (
  request: IncomingMessage,
  limit: number,
  types: ReadonlyArray<string> = []
): BodyRefusal | undefined => {
  if (!hasBody(request)) return undefined
  const type = String(request.headers["content-type"] ?? "")
    .split(";")[0]!
    .trim()
    .toLowerCase()
  if (type !== "application/json" && !types.includes(type)) {
    return {
      status: 415,
      code: "unsupported_media_type",
      message: "Send the body as JSON, with Content-Type: application/json."
    }
  }
  return Number(request.headers["content-length"] ?? 0) > limit ? tooLarge(limit) : undefined
}

const tooLarge = (limit: number): BodyRefusal => ({
  status: 413,
  code: "payload_too_large",
  message: `The body may be at most ${limit} bytes.`
})

/** Limits a body without a declared length. Calls `onTooLarge` once, and does not pass on any bytes above `limit`. */
const limitBody = (request: IncomingMessage, limit: number, onTooLarge: () => void): void => {
  if (request.headers["transfer-encoding"] === undefined) return
  const push = request.push.bind(request)
  let size = 0
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push(null)
    const before = size
    size += chunk.length
    if (size <= limit) return push(chunk, encoding)
    if (before > limit) return true
    onTooLarge()
    // Append a zero byte, so that the bytes that were already passed on cannot be parsed as a complete JSON body.
    return push(Buffer.of(0))
  }
}

/**
 * If the body has not arrived in time, responds with 408. If the response was already sent, cuts the body off instead.
 * Without this limit, a client that sends a byte now and then would occupy the connection forever.
 */
const limitBodyTime = (request: IncomingMessage, response: ServerResponse, millis: number): void => {
  if (!hasBody(request)) return
  const timer = setTimeout(() => {
    if (request.complete) return
    if (response.headersSent) request.destroy()
    else {
      const seconds = Math.ceil(millis / 1_000)
      response.setHeader("Connection", "close")
      sendError(response, 408, "request_timeout", `The body did not arrive within ${seconds} seconds.`)
      discardRest(request)
    }
  }, millis)
  timer.unref()
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer))
}

/** Starts the time limit of a body, unless its route streams the body. */
export const beginBody = (
  rule: BodyRule,
  request: IncomingMessage,
  response: ServerResponse,
  millis: number
): void => {
  if (rule !== "stream") limitBodyTime(request, response, millis)
}

/** Applies the route's limits on type and size. If the body is rejected, sends the response and returns false. */
export const admitBody = (rule: BodyRule, request: IncomingMessage, response: ServerResponse): boolean => {
  if (typeof rule === "string") return true
  const refuse = ({ code, message, status }: BodyRefusal) => {
    sendError(response, status, code, message)
    discardRest(request)
  }
  const refusal = refuseBody(request, rule.maxJsonBytes, rule.types)
  if (refusal !== undefined) {
    refuse(refusal)
    return false
  }
  limitBody(request, rule.maxJsonBytes, () => refuse(tooLarge(rule.maxJsonBytes)))
  return true
}
