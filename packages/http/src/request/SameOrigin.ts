import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"

/**
 * Tells whether an origin is the requested host. `URL` omits the scheme's default port, as most clients do in `Host`;
 * here it is omitted on both sides.
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
 * Tells whether the browser reports that this request comes from one of our pages. A page cannot forge
 * `Sec-Fetch-Site`, which reflects the host in the address bar; a proxy may have replaced that host with ours. Browsers
 * send it over https and to localhost. If it is missing, `Origin` must be exactly the requested host. If both are
 * missing, the client is not a browser and there is nothing to protect. `appOrigin` is the web app's origin if it
 * differs from the API's.
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
