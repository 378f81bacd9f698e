import type { IncomingMessage } from "node:http"
import { originOf, requestedHost } from "./RequestFacts.ts"

/** The path of the public address, which stands before every link; empty for the root. */
export const baseOf = (request: IncomingMessage): string => originOf(request).cookiePath.replace(/\/$/, "")

/**
 * What addresses that must be whole begin with, such as `https://media.example` or `https://example.com/media`: the public
 * address where the operator has set one, else scheme and host as the client names this server.
 */
export const wholeBaseOf = (request: IncomingMessage): string => {
  const { isSecure, publicAddress } = originOf(request)
  return publicAddress ?? `${isSecure ? "https" : "http"}://${requestedHost(request).host}${baseOf(request)}`
}
