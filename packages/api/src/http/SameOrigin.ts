import type { IncomingMessage } from "node:http"

const hostOf = (request: IncomingMessage): string => String(request.headers.host ?? "").toLowerCase()

/**
 * Does a browser say this request comes from a page of ours? `Sec-Fetch-Site` cannot be forged by a page; `Origin`,
 * where it is missing, must name exactly our host. Neither there: not a browser, nothing to protect.
 */
export const isSameOrigin = (request: IncomingMessage): boolean => {
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  const { origin } = request.headers
  if (origin === undefined) return true
  try {
    return new URL(origin).host.toLowerCase() === hostOf(request)
  } catch {
    return false
  }
}

export const isUnsafeMethod = (method: string | undefined): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS"
