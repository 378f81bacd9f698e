import type { ServerResponse } from "node:http"

/** What is no page of the web app loads nothing, and acts as no one's page when it is opened as one. */
const bytesPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** On every answer, whatever it is, also on those that are written to a bare socket. Pages replace the policy. */
export const securityHeaders = (requestId: string, isSecure: boolean): Readonly<Record<string, string>> => ({
  "X-Request-Id": requestId,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": bytesPolicy,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {})
})

export const setSecurityHeaders = (response: ServerResponse, requestId: string, isSecure: boolean): void => {
  for (const [name, value] of Object.entries(securityHeaders(requestId, isSecure)))
    response.setHeader(name, value)
}

/** The policy of the web app's page, with the hashes of its inline script and style. */
export const pagePolicy = (scriptHashes: ReadonlyArray<string>, styleHashes: ReadonlyArray<string>): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(" ")}`.trim(),
    `style-src 'self' ${styleHashes.join(" ")}`.trim(),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")
