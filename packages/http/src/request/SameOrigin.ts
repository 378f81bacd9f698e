import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"

/**
 * True if the host of an origin is the requested host. The default port of the scheme is removed on both sides, because
 * `URL` and most clients omit this port.
 */
export const isAt = (origin: URL, asked: { readonly host: string; readonly hasPort: boolean }): boolean => {
  if (origin.protocol !== "http:" && origin.protocol !== "https:") return false
  try {
    const own = new URL(`${origin.protocol}//${asked.host}`)
    return asked.hasPort ? own.host === origin.host : own.hostname === origin.hostname
  } catch {
    return false
  }
}

/**
 * True if the browser reports that the request comes from one of our pages. A page cannot forge `Sec-Fetch-Site`. The
 * browser derives this header from the host in its address bar, so the header is correct even if a proxy has replaced
 * `Host`. Browsers send `Sec-Fetch-Site` over https and to localhost. If `Sec-Fetch-Site` is missing, `Origin` must be
 * exactly the requested host. If both headers are missing, the client is not a browser, and the check is unnecessary.
 * If the origin of the web app differs from the origin of the API, `appOrigin` is the origin of the web app.
 */
export const isSameOrigin = (request: IncomingMessage, appOrigin?: string): boolean => {
  const site = request.headers["sec-fetch-site"]
  if (appOrigin !== undefined && request.headers.origin === appOrigin) return site !== "cross-site"
  if (site !== undefined) return site === "same-origin" || site === "none"
  const { origin } = request.headers
  if (origin === undefined) return true
  try {
    return isAt(new URL(origin), requestedHost(request))
  } catch {
    return false
  }
}

export const isUnsafeMethod = (method: string | undefined): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS"
