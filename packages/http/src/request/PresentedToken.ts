import type { IncomingMessage } from "node:http"

export const SESSION_COOKIE = "media-session"

export type TokenTransport = "bearer" | "query" | "cookie"

export interface PresentedToken {
  readonly token: string
  readonly transport: TokenTransport
}

const cookieValue = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(";") ?? []) {
    const equals = part.indexOf("=")
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/**
 * Represents a malformed credential. It does not match any account, and it prevents the other credentials of the
 * request from being tried.
 */
export const unreadable = ""

const bearerOf = (header: string | undefined): string | undefined => {
  // Other schemes are ignored, because a proxy may require its own Basic credentials.
  if (header === undefined || !/^Bearer(?![A-Za-z0-9])/i.test(header)) return undefined
  return /^Bearer +([A-Za-z0-9_-]+)$/i.exec(header)?.[1] ?? unreadable
}

const queryOf = (url: string): string | undefined => {
  const mark = url.indexOf("?")
  if (mark < 0) return undefined
  const given = new URLSearchParams(url.slice(mark + 1)).getAll("access_token")
  return given.length > 1 ? unreadable : given[0] === "" ? undefined : given[0]
}

/**
 * Returns the token of a request, from the header, the query or the cookie, in this order. If a token is malformed, the
 * following sources are not tried.
 */
export const presentedToken = (request: IncomingMessage): PresentedToken | undefined => {
  const bearer = bearerOf(request.headers.authorization)
  if (bearer !== undefined) return { token: bearer, transport: "bearer" }
  const isRead = request.method === "GET" || request.method === "HEAD"
  const query = isRead ? queryOf(request.url ?? "") : undefined
  if (query !== undefined) return { token: query, transport: "query" }
  const cookie = cookieValue(request.headers.cookie, SESSION_COOKIE)
  return cookie === undefined || cookie === "" ? undefined : { token: cookie, transport: "cookie" }
}
