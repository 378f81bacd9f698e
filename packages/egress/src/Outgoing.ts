import type { FetchRequest } from "./Egress.ts"
import type { FetchTarget } from "./FetchTarget.ts"

/**
 * The method, headers and body of a single request. After a redirect, they may differ from those of the first request.
 */
export interface Outgoing {
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Matches headers about the connection or the encoding, which only this client may set. */
const OURS =
  /^(?:host|connection|transfer-encoding|content-length|accept-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|sec-.*)$/
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,4096}$/
/**
 * Headers that are kept when a redirect leads to another host, because they contain no credentials for the first host.
 */
const HARMLESS: ReadonlySet<string> = new Set(["accept", "accept-language", "user-agent"])

const headersOf = (given: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
      .filter(([name, value]) => NAME.test(name) && VALUE.test(value) && !OURS.test(name))
  )

export const firstOutgoing = ({ body, headers, method = "GET" }: FetchRequest): Outgoing => ({
  method,
  headers: headersOf(headers),
  body: method === "POST" ? (body ?? "") : undefined
})

/**
 * Returns the request to send to the target of a redirect. If the redirect would send the body to another host, it must
 * not be followed, and the result is undefined.
 */
export const redirected = (
  outgoing: Outgoing,
  status: number,
  from: FetchTarget,
  to: FetchTarget
): Outgoing | undefined => {
  const isSameHost = from.host === to.host && from.port === to.port && from.isTls === to.isTls
  const isKept = status === 307 || status === 308
  if (outgoing.method === "POST" && isKept && !isSameHost) return undefined
  const kept = Object.entries(outgoing.headers).filter(
    ([name]) => (isSameHost || HARMLESS.has(name)) && (isKept || name !== "content-type")
  )
  return isKept
    ? { ...outgoing, headers: Object.fromEntries(kept) }
    : { method: "GET", headers: Object.fromEntries(kept), body: undefined }
}
