import type { ServerResponse } from "node:http"

/** On every answer, whatever it is. Pages add their content security policy; bytes add a sandbox. */
export const setSecurityHeaders = (response: ServerResponse, requestId: string, isSecure: boolean): void => {
  response.setHeader("X-Request-Id", requestId)
  response.setHeader("X-Content-Type-Options", "nosniff")
  response.setHeader("Referrer-Policy", "no-referrer")
  response.setHeader("X-Frame-Options", "DENY")
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin")
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin")
  response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
  if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
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
