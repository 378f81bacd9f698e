import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { RequestOrigin } from "@media/wire/Security"
import type { ServerResponse } from "node:http"

/** What is no page of the web app loads nothing, and acts as no one's page when it is opened as one. */
const bytesPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** A year. With names below, where the name is the library's own; `off` has browsers forget what they were told. */
const strictTransports = {
  subdomains: "max-age=31536000; includeSubDomains",
  host: "max-age=31536000",
  off: "max-age=0"
}

/** Below a path the name belongs to others, too, and so may names below it. */
export const strictTransportOf = (
  chosen: keyof typeof strictTransports | undefined,
  { appPath }: Pick<PublicAddress, "appPath">
): string => strictTransports[chosen ?? (appPath === "" ? "subdomains" : "host")]

/** On every answer, whatever it is, also on those that are written to a bare socket. Pages replace the policy. */
export const securityHeaders = (
  requestId: string,
  strictTransport?: string
): Readonly<Record<string, string>> => ({
  "X-Request-Id": requestId,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": bytesPolicy,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  ...(strictTransport === undefined ? {} : { "Strict-Transport-Security": strictTransport })
})

/** `strictTransport` is sent over https alone: over http browsers ignore it. */
export const setSecurityHeaders = (
  response: ServerResponse,
  { isSecure, requestId }: Pick<RequestOrigin, "isSecure" | "requestId">,
  strictTransport: string
): void => {
  for (const [name, value] of Object.entries(
    securityHeaders(requestId, isSecure ? strictTransport : undefined)
  ))
    response.setHeader(name, value)
}

/** The policy of the web app's page, with the hashes of its inline script and style; `api` is of another origin, if any. */
export const pagePolicy = (
  scriptHashes: ReadonlyArray<string>,
  styleHashes: ReadonlyArray<string>,
  api?: URL
): string => {
  const elsewhere = api === undefined ? "" : ` ${api.origin}`
  const sockets = elsewhere.replace(" http", " ws")
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(" ")}`.trim(),
    `style-src 'self' ${styleHashes.join(" ")}`.trim(),
    `img-src 'self' data: blob:${elsewhere}`,
    `media-src 'self' blob:${elsewhere}`,
    "worker-src 'self' blob:",
    `connect-src 'self'${elsewhere}${sockets}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")
}
