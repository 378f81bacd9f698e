import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"

/** Is that where was asked? `URL` omits the scheme's default port, as most clients do in `Host`; here it is omitted on both sides. */
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
 * Does the browser report that this request comes from one of our pages? `Sec-Fetch-Site` cannot be forged by a page, and
 * reflects the name in the address bar, which a proxy may have replaced by ours. Browsers send it over https and to
 * localhost; where it is missing, `Origin` must name exactly the requested host. If neither is present, the client is not
 * a browser and there is nothing to protect. `appOrigin` is where the web app is, if it asks from another origin.
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
