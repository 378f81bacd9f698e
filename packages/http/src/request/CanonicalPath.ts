/**
 * The result of the first check of a request target. Only one spelling of each path is accepted. If several spellings
 * were accepted, a check and a router might decode a path, merge its slashes or fold its case differently. They would
 * then see different paths, and the check could be bypassed.
 */
export type CanonicalPath =
  | { readonly _tag: "Canonical"; readonly pathname: string }
  | {
      readonly _tag: "Refused"
      readonly status: 400 | 404
      readonly reason: string
      /** The target to which GET, HEAD and OPTIONS requests are redirected, relative to the requested URL. */
      readonly instead?: string
    }

const maxTarget = 8_192
const refused = (status: 400 | 404, reason: string) => ({ _tag: "Refused", status, reason }) as const

/** True if the percent-encoded bytes are valid UTF-8. Other paths cannot match any route or file. */
const isDecodable = (pathname: string): boolean => {
  if (!pathname.includes("%")) return true
  try {
    return decodeURIComponent(pathname) !== ""
  } catch {
    return false
  }
}

/** First path segments below which there are routes. */
const served = ["api", "opds", "koreader"]

/**
 * Returns the redirect for a catalog URL that a user typed with a trailing slash. The redirect is relative, so it
 * cannot lead to another host.
 */
const withoutSlash = (pathname: string, target: string): string => {
  const query = target.slice(pathname.length)
  return `../${pathname.split("/").at(-2) ?? ""}${/^[\x21-\x7e]*$/.test(query) ? query : ""}`
}

export const canonicalPath = (target: string): CanonicalPath => {
  if (!target.startsWith("/")) return refused(400, "The request target must be a path.")
  if (target.length > maxTarget) return refused(400, "The URL is too long.")
  const mark = target.indexOf("?")
  const pathname = mark < 0 ? target : target.slice(0, mark)
  if (/[^\x21-\x7e]|[;\\#]/.test(pathname))
    return refused(400, "The path contains characters that must be encoded.")
  if (pathname.includes("//")) return refused(404, "This page does not exist.")
  if (/%(2e|2f|5c|00|25)/i.test(pathname) || /%(?![0-9a-fA-F]{2})/.test(pathname)) {
    return refused(404, "This page does not exist.")
  }
  if (!isDecodable(pathname)) return refused(404, "This page does not exist.")
  if (pathname.split("/").some((segment) => segment === "." || segment === "..")) {
    return refused(404, "This page does not exist.")
  }
  // Letters, digits and characters that need no encoding must not be encoded: `%61pi` is not `api`.
  if (/%(2d|5f|7e|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i.test(pathname)) {
    return refused(404, "This page does not exist.")
  }
  const [, first = ""] = pathname.split("/")
  const folded = first.toLowerCase()
  if (folded !== first && served.includes(folded)) {
    return refused(404, "This page does not exist.")
  }
  if (pathname.length > 1 && pathname.endsWith("/") && served.includes(first)) {
    const refusal = refused(404, "This page does not exist.")
    return first === "opds" ? { ...refusal, instead: withoutSlash(pathname, target) } : refusal
  }
  return { _tag: "Canonical", pathname }
}
