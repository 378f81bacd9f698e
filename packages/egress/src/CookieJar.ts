import { isIP } from "node:net"

interface Cookie {
  readonly name: string
  readonly value: string
  /** The domain to which the cookie is sent, including its subdomains unless `isHostOnly` is true. */
  readonly domain: string
  readonly isHostOnly: boolean
  readonly path: string
  readonly isSecure: boolean
}

const MOST_COOKIES = 100
const MOST_LETTERS = 4_096
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\x20-\x3a\x3c-\x7e]*$/

const isBelow = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0)

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 1))

/** The cookies of one job, such as a scraper run. They are discarded afterwards and never shared between jobs. */
export class CookieJar {
  private cookies: Array<Cookie> = []

  private add(cookie: Cookie): void {
    const { domain, name, path, value } = cookie
    if (!NAME.test(name) || !VALUE.test(value) || name.length + value.length > MOST_LETTERS) return
    this.cookies = this.cookies.filter(
      (each) => each.name !== name || each.domain !== domain || each.path !== path
    )
    if (this.cookies.length < MOST_COOKIES) this.cookies.push(cookie)
  }

  /** Adds a cookie before the first request. The default domain is the host of the URL. */
  set(
    url: URL,
    given: { readonly name: string; readonly value: string; readonly domain?: string; readonly path?: string }
  ): void {
    const domain = (given.domain ?? "").replace(/^\./, "").toLowerCase()
    this.add({
      name: given.name,
      value: given.value,
      domain: domain === "" ? url.hostname : domain,
      isHostOnly: domain === "",
      path: given.path === undefined || !given.path.startsWith("/") ? "/" : given.path,
      isSecure: false
    })
  }

  /** Stores the cookies in the `Set-Cookie` headers of a response from `url`, except those for other websites. */
  take(url: URL, headers: ReadonlyArray<string>): void {
    for (const header of headers.slice(0, MOST_COOKIES)) {
      const [pair = "", ...rest] = header.split(";").map((part) => part.trim())
      const attributes = new Map(
        rest.map((part) => {
          const [key = "", ...value] = part.split("=")
          return [key.trim().toLowerCase(), value.join("=").trim()] as const
        })
      )
      const at = pair.indexOf("=")
      if (at < 1) continue
      const domain = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase()
      // Reject a domain without a dot: it is a top-level domain, and the cookie would be sent to unrelated websites.
      const isWide = domain !== "" && domain !== url.hostname
      if (isWide && (!domain.includes(".") || !isBelow(url.hostname, domain))) continue
      const path = attributes.get("path") ?? ""
      const cookie: Cookie = {
        name: pair.slice(0, at).trim(),
        value: pair.slice(at + 1).trim(),
        domain: domain === "" ? url.hostname : domain,
        isHostOnly: domain === "",
        path: path.startsWith("/") ? path : folderOf(url.pathname),
        isSecure: attributes.has("secure")
      }
      const isExpired =
        Number(attributes.get("max-age") ?? 1) <= 0 ||
        Date.parse(attributes.get("expires") ?? "") < Date.UTC(2000, 0)
      if (isExpired)
        this.cookies = this.cookies.filter(
          (each) => each.name !== cookie.name || each.domain !== cookie.domain || each.path !== cookie.path
        )
      else this.add(cookie)
    }
  }

  /** Returns the `Cookie` header for a URL, or undefined if no cookie applies. */
  header(url: URL): string | undefined {
    const fitting = this.cookies.filter(
      ({ domain, isHostOnly, isSecure, path }) =>
        (isHostOnly ? url.hostname === domain : isBelow(url.hostname, domain)) &&
        (!isSecure || url.protocol === "https:") &&
        (url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`))
    )
    return fitting.length === 0 ? undefined : fitting.map(({ name, value }) => `${name}=${value}`).join("; ")
  }
}
