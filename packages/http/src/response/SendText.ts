import type { ServerResponse } from "node:http"
import { retryAfter } from "./RetryAfter.ts"

/**
 * Sends a failure as a status and a line of text, for clients that do not use the JSON API: players, reading apps and
 * download managers.
 */
export const sendText = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {}
): void => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of ["Content-Length", "ETag", "Last-Modified"]) response.removeHeader(name)
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...retryAfter(status),
    ...headers
  })
  response.end(response.req.method === "HEAD" ? undefined : `${text}\n`)
}
