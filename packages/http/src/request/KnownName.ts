import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { requestedHost, originOf } from "./RequestFacts.ts"

/** Endings that cannot be registered: RFC 6761, 6762, 8375 and ICANN's reserved `internal`; routers use the others. */
const privateEndings = ["localhost", "local", "home.arpa", "internal", "lan", "home", "corp", "test"]

const isPrivateName = (hostname: string): boolean => {
  const name = hostname.replace(/\.$/, "")
  if (isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return true
  const isSingleLabel = name !== "" && !name.includes(".")
  return isSingleLabel || privateEndings.some((ending) => name.endsWith(`.${ending}`))
}

const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Was the server reached by a name that only its owner can have pointed at it? A page elsewhere can let its own name
 * resolve to this server's address (DNS rebinding) and is then our own origin to the browser. An address, a private
 * name and those of the public address (`ownNames`) cannot be taken over that way; nor can a name whose certificate a trusted proxy has.
 * `Origin` is checked too, which a page cannot choose, unlike a header that a proxy passes through.
 */
export const isKnownName = (request: IncomingMessage, ownNames: ReadonlyArray<string>): boolean => {
  const isKnown = (url: URL | undefined): boolean =>
    url !== undefined && (isPrivateName(url.hostname) || ownNames.includes(url.hostname))
  const asked = urlOf(`http://${requestedHost(request).host}`)
  const { origin } = request.headers
  if (origin === undefined) return isKnown(asked)
  const page = urlOf(origin)
  if (page?.protocol === "https:" && originOf(request).isSecure) return true
  return isKnown(page) && isKnown(asked)
}

/** The only route that hands over the server without a password. */
export const setupPath = "/api/auth/setup"

export const setupRefusal =
  "For its safety the server is not set up under this name. Open it by its IP address or as localhost, or set PUBLIC_APP_URL to the address you opened, such as https://media.example.com, and start it again."
