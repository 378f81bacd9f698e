import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { RequestOrigin } from "@media/wire/Security"
import type { ServerResponse } from "node:http"

/**
 * The policy of every response except the files of the web app. Such a response cannot load anything or run scripts if
 * a browser opens it as a page.
 */
const bytesPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/**
 * The values of the HSTS header. `subdomains` and `host` last a year. Use `subdomains` only if no other program uses
 * the domain. `off` makes browsers forget a previous value.
 */
const strictTransports = {
  subdomains: "max-age=31536000; includeSubDomains",
  host: "max-age=31536000",
  off: "max-age=0"
}

/**
 * Returns the value of the HSTS header. By default, it includes subdomains, unless the app is below a path. In that
 * case, other programs share the host and may use its subdomains.
 */
export const strictTransportOf = (
  chosen: keyof typeof strictTransports | undefined,
  { appPath }: Pick<PublicAddress, "appPath">
): string => strictTransports[chosen ?? (appPath === "" ? "subdomains" : "host")]

/**
 * Returns the headers of every response, including responses written to a bare socket. Responses with files of the web
 * app replace the content security policy.
 */
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

/** Sets the headers. `strictTransport` is sent only over https, because browsers ignore it over http. */
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

/**
 * Returns the policy of the web app's page, with the hashes of its inline script and style. `api` is the API's origin
 * if it differs from the app's.
 */
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
