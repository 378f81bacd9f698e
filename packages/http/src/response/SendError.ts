import { errorEnvelope } from "@media/wire/Envelope"
import type { ServerResponse } from "node:http"
import { retryAfter } from "./RetryAfter.ts"

/** Sends an error envelope outside the typed API. */
export const sendError = (
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): void => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = JSON.stringify(errorEnvelope(code, message))
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...retryAfter(status),
    ...headers
  })
  response.end(response.req.method === "HEAD" ? undefined : body)
}
