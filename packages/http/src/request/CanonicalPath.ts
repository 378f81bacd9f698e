/**
 * The first check of a request's target. Routers decode, collapse and fold case, each in its own way, and a guard that
 * checks another spelling than the router matches guards nothing; only one spelling is accepted.
 */
export type CanonicalPath =
  | { readonly _tag: "Canonical"; readonly pathname: string }
  | {
      readonly _tag: "Refused"
      readonly status: 400 | 404
      readonly reason: string
      /** Where a reader may be sent, relative to what it asked for. */
      readonly instead?: string
    }

const maxTarget = 8_192
const refused = (status: 400 | 404, reason: string) => ({ _tag: "Refused", status, reason }) as const

/** Percent-encoded bytes that are not UTF-8 name nothing we have. */
const isDecodable = (pathname: string): boolean => {
  if (!pathname.includes("%")) return true
  try {
    return decodeURIComponent(pathname) !== ""
  } catch {
    return false
  }
}

/** First segments below which there are routes. */
const served = ["api", "opds", "koreader"]

/** People type the address of a catalog with a slash at its end. A relative reference: it leads to no other host. */
const withoutSlash = (pathname: string, target: string): string => {
  const query = target.slice(pathname.length)
  return `../${pathname.split("/").at(-2) ?? ""}${/^[\x21-\x7e]*$/.test(query) ? query : ""}`
}

export const canonicalPath = (target: string): CanonicalPath => {
  if (!target.startsWith("/")) return refused(400, "The request target must be a path.")
  if (target.length > maxTarget) return refused(400, "The address is too long.")
  const mark = target.indexOf("?")
  const pathname = mark < 0 ? target : target.slice(0, mark)
  if (/[^\x21-\x7e]|[;\\#]/.test(pathname))
    return refused(400, "The path has characters that must be encoded.")
  if (pathname.includes("//")) return refused(404, "There is nothing at this address.")
  if (/%(2e|2f|5c|00|25)/i.test(pathname) || /%(?![0-9a-fA-F]{2})/.test(pathname)) {
    return refused(404, "There is nothing at this address.")
  }
  if (!isDecodable(pathname)) return refused(404, "There is nothing at this address.")
  if (pathname.split("/").some((segment) => segment === "." || segment === "..")) {
    return refused(404, "There is nothing at this address.")
  }
  // Letters, digits and marks that need no encoding must not be encoded: `%61pi` is not `api`.
  if (/%(2d|5f|7e|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i.test(pathname)) {
    return refused(404, "There is nothing at this address.")
  }
  const [, first = ""] = pathname.split("/")
  const folded = first.toLowerCase()
  if (folded !== first && served.includes(folded)) {
    return refused(404, "There is nothing at this address.")
  }
  if (pathname.length > 1 && pathname.endsWith("/") && served.includes(first)) {
    const refusal = refused(404, "There is nothing at this address.")
    return first === "opds" ? { ...refusal, instead: withoutSlash(pathname, target) } : refusal
  }
  return { _tag: "Canonical", pathname }
}
