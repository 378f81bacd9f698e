import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { requestedHost, originOf } from "./RequestFacts.ts"

/**
 * Suffixes under which no public name can be registered. They come from RFC 6761, 6762 and 8375, ICANN (`internal`),
 * and common routers.
 */
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
 * True if only the server's owner can have pointed the requested name at this server. A malicious page can resolve its
 * own name to this server's address (DNS rebinding). The browser then treats the server as the page's origin. DNS
 * rebinding is impossible for these names:
 * - an IP address
 * - a private name
 * - the names of the public URL (`ownNames`)
 * - a name for which a trusted proxy has the certificate
 *
 * `Origin` is checked too, because no page can choose the value of `Origin`. In contrast, if a proxy passes a header
 * through, a page could choose the value of that header.
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

/** The only route that gives control over the server without a password. */
export const setupPath = "/api/auth/setup"

export const setupRefusal =
  "For security, the server cannot be set up under this name. Open it by its IP address or as localhost, or set PUBLIC_APP_URL to the address you opened, such as https://media.example.com, and restart the server."
