import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Headers that pages of another origin may read. */
const readable = "Retry-After, X-Request-Id, ETag, Content-Range, Content-Length"
const sendable = "content-type, idempotency-key, range, time-zone"
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
/** Time in seconds that browsers may cache the response to a preflight. Chromium caches it for at most two hours. */
const remembered = "7200"

/**
 * True if the host has a domain, so that the policy `same-site` works. For an IP address or a name without a domain,
 * Chromium is inconsistent. When it loads pictures, it treats two ports of the host as two sites (observed). When it
 * sends cookies, it treats the two ports as one site.
 */
const isDomain = (hostname: string): boolean => hostname.includes(".") && !/^[\d.]+$|^\[/.test(hostname)

/**
 * Allows pages of the web app's origin to call an API on another origin. Does nothing if both have the same origin,
 * which is the usual case. The headers do not depend on the request, because browsers compare them with the page's
 * origin.
 */
export const crossOrigin = ({ api, app }: PublicAddress) => {
  if (api === undefined || app === undefined) return () => false
  const allowed = {
    "Access-Control-Allow-Origin": app.origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": readable,
    "Cross-Origin-Resource-Policy": isDomain(api.hostname) ? "same-site" : "cross-origin"
  }
  /** Sets the headers. If the request is a preflight, also sends the response and returns true. */
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
