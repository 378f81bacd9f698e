import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Headers that pages of another origin may read. */
const readable = "Retry-After, X-Request-Id, ETag, Content-Range, Content-Length"
const sendable = "content-type, idempotency-key, range"
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
/** Seconds. Browsers cache it for two hours at most (Chromium). */
const remembered = "7200"

/**
 * Chromium treats two ports of an IP address, or of a name without a domain, as two sites when it loads pictures
 * (observed), but not when it sends cookies. Such hosts are therefore excluded.
 */
const isDomain = (hostname: string): boolean => hostname.includes(".") && !/^[\d.]+$|^\[/.test(hostname)

/**
 * Lets pages of the web app's origin call an API on another origin. Does nothing if both have the same origin, which is
 * the usual case. The headers are always the same, because browsers compare them with the page's origin.
 */
export const crossOrigin = ({ api, app }: PublicAddress) => {
  if (api === undefined || app === undefined) return () => false
  const allowed = {
    "Access-Control-Allow-Origin": app.origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": readable,
    "Cross-Origin-Resource-Policy": isDomain(api.hostname) ? "same-site" : "cross-origin"
  }
  /** True if the request was a preflight and has been answered. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    for (const [name, value] of Object.entries(allowed)) response.setHeader(name, value)
    const isQuestion =
      request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined
    if (!isQuestion || request.headers.origin !== app.origin) return false
    response.writeHead(204, {
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": sendable,
      "Access-Control-Max-Age": remembered
    })
    response.end()
    return true
  }
}
