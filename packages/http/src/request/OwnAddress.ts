import type { IncomingMessage } from "node:http"
import { originOf, requestedHost } from "./RequestFacts.ts"

/** The path of the public URL, which precedes every link; empty for the root. */
export const baseOf = (request: IncomingMessage): string => originOf(request).cookiePath.replace(/\/$/, "")

/**
 * The beginning of absolute URLs, such as `https://media.example` or `https://example.com/media`: the public URL if the
 * operator has set one, otherwise the scheme and host of the client's request.
 */
export const wholeBaseOf = (request: IncomingMessage): string => {
  const { isSecure, publicAddress } = originOf(request)
  return publicAddress ?? `${isSecure ? "https" : "http"}://${requestedHost(request).host}${baseOf(request)}`
}
