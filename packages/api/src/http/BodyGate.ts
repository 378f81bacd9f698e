import type { IncomingMessage } from "node:http"

export interface BodyRefusal {
  readonly status: 413 | 415
  readonly code: string
  readonly message: string
}

const hasBody = (request: IncomingMessage): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0

/** A body on the typed API is JSON of at most `limit` bytes; the rest is refused before a byte is read. */
export const refuseBody = (request: IncomingMessage, limit: number): BodyRefusal | undefined => {
  if (!hasBody(request)) return undefined
  const type = String(request.headers["content-type"] ?? "")
    .split(";")[0]!
    .trim()
    .toLowerCase()
  if (type !== "application/json") {
    return {
      status: 415,
      code: "unsupported_media_type",
      message: "Send the body as JSON, with Content-Type: application/json."
    }
  }
  return Number(request.headers["content-length"] ?? 0) > limit
    ? { status: 413, code: "payload_too_large", message: `The body may have at most ${limit} bytes.` }
    : undefined
}
