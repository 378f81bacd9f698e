import type { IncomingMessage } from "node:http"
import { originOf, requestedHost } from "./RequestFacts.ts"

/** Returns the path of the public URL. Every link begins with this path. Empty if the server is at the root. */
export const baseOf = (request: IncomingMessage): string => originOf(request).cookiePath.replace(/\/$/, "")

/**
 * Returns the beginning of absolute URLs, such as `https://media.example` or `https://example.com/media`. It is the
 * public URL if the operator has configured it, otherwise the scheme and host of the client's request.
 */
export const wholeBaseOf = (request: IncomingMessage): string => {
  const { isSecure, publicAddress } = originOf(request)
  return publicAddress ?? `${isSecure ? "https" : "http"}://${requestedHost(request).host}${baseOf(request)}`
}
