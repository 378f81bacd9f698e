import type { IncomingMessage } from "node:http"
import { askedHost } from "./RequestFacts.ts"

/** The default port of the scheme is left out by `URL`, and by most clients in `Host`; here by all. */
const isAt = (origin: URL, asked: { readonly host: string; readonly hasPort: boolean }): boolean => {
  if (origin.protocol !== "http:" && origin.protocol !== "https:") return false
  try {
    const own = new URL(`${origin.protocol}//${asked.host}`)
    return asked.hasPort ? own.host === origin.host : own.hostname === origin.hostname
  } catch {
    return false
  }
}

/**
 * Does a browser say this request comes from a page of ours? `Sec-Fetch-Site` cannot be forged by a page, and knows the
 * name in the address bar, which a proxy may have replaced by ours. Browsers send it over https and to this machine;
 * where it is missing, `Origin` must name exactly the host that was asked for. Neither there: not a browser,
 * nothing to protect.
 */
export const isSameOrigin = (request: IncomingMessage): boolean => {
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none"
  const { origin } = request.headers
  if (origin === undefined) return true
  try {
    return isAt(new URL(origin), askedHost(request))
  } catch {
    return false
  }
}

export const isUnsafeMethod = (method: string | undefined): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS"
