import type { IncomingMessage } from "node:http"
import { originOf, requestedHost } from "./RequestFacts.ts"

/** The path of the public address, which stands before every link; empty for the root. */
export const baseOf = (request: IncomingMessage): string => originOf(request).cookiePath.replace(/\/$/, "")

/** Scheme and host as the client names this server, for addresses that must be whole: `https://media.example`. */
export const hostOf = (request: IncomingMessage): string =>
  `${originOf(request).isSecure ? "https" : "http"}://${requestedHost(request).host}`
