import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { IncomingMessage, ServerResponse } from "node:http"

/** What pages read of an answer beside its body; the rest is hidden from another origin. */
const readable = "Retry-After, X-Request-Id, ETag, Content-Range, Content-Length"
const sendable = "content-type, idempotency-key, range"
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
/** Seconds. Browsers keep it two hours at most (Chromium). */
const remembered = "7200"

/**
 * Chromium takes two ports of an address, or of a name without a domain, for two sites where it loads pictures
 * (seen), though not where it sends cookies: pages of strangers load nothing there, as they have no session.
 */
const isDomain = (hostname: string): boolean => hostname.includes(".") && !/^[\d.]+$|^\[/.test(hostname)

/**
 * Lets pages of the one origin where the web app is ask an API of another. It does nothing while both have the same, which
 * is the usual case. The headers are always the same: browsers compare them with the origin of the page.
 */
export const crossOrigin = ({ api, app }: PublicAddress) => {
  if (api === undefined || app === undefined) return () => false
  const allowed = {
    "Access-Control-Allow-Origin": app.origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": readable,
    "Cross-Origin-Resource-Policy": isDomain(api.hostname) ? "same-site" : "cross-origin"
  }
  /** True when the request was the browser's question before another one, and is answered. */
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
