import type { FetchRequest } from "./Egress.ts"
import type { FetchTarget } from "./FetchTarget.ts"

/** The method, headers and body of the request to one URL in a chain of redirects. */
export interface Outgoing {
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Matches headers about the connection or the encoding, which the client sets itself. */
const OURS =
  /^(?:host|connection|transfer-encoding|content-length|accept-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|sec-.*)$/
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,4096}$/
/** Headers that are sent to other hosts, because they reveal nothing about the first website. */
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
 * Returns the request to the target of a redirect, or undefined if the redirect must not be followed. Only harmless
 * headers are sent to a different host.
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
