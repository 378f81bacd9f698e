import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "vitest"
import { presentedToken } from "./PresentedToken.ts"
import { isKnownName } from "./KnownName.ts"
import { establish, trustedProxies } from "./RequestFacts.ts"
import { isSameOrigin } from "./SameOrigin.ts"

const proxies = trustedProxies(["10.0.0.1"])
const from = (
  remoteAddress: string,
  headers: Record<string, string>,
  fields: object = {}
): IncomingMessage => {
  const request = {
    headers,
    method: "POST",
    url: "/",
    socket: { remoteAddress },
    ...fields
  } as unknown as IncomingMessage
  establish(request, proxies)
  return request
}

describe("checking the origin of a request behind a proxy", () => {
  const page = "https://media.example.com"
  it.each([
    // nginx replaces `Host` by default, so the browser's `Sec-Fetch-Site` must be sufficient.
    [{ host: "127.0.0.1:8008", origin: page, "sec-fetch-site": "same-origin" }, true],
    [{ host: "127.0.0.1:8008", origin: page, "x-forwarded-host": "media.example.com" }, true],
    [{ host: "127.0.0.1:8008", origin: `${page}:8443`, "x-forwarded-host": "media.example.com" }, true],
    [{ host: "127.0.0.1:8008", origin: `${page}:8443`, "x-forwarded-host": "media.example.com:8443" }, true],
    [{ host: "media.example.com", origin: page }, true],
    [{ host: "x", origin: page, "x-forwarded-host": "evil.example, media.example.com" }, true],
    [{ host: "127.0.0.1:8008", origin: page }, false],
    [{ host: "x", origin: page, "x-forwarded-host": "media.example.com, evil.example" }, false],
    [{ host: "x", origin: `${page}:8443`, "x-forwarded-host": "media.example.com:443" }, false],
    [{ host: "x", origin: "https://evil.example", "x-forwarded-host": "media.example.com" }, false],
    [
      { host: "x", origin: page, "sec-fetch-site": "same-site", "x-forwarded-host": "media.example.com" },
      false
    ],
    [{ host: "x", origin: "null", "x-forwarded-host": "null" }, false],
    [{ host: "x", origin: page, "x-forwarded-host": "media.example.com@evil.example" }, false]
  ])("decides if a request with %j is same-origin: %s", (headers, isOwn) => {
    expect(isSameOrigin(from("10.0.0.1", headers as Record<string, string>))).toBe(isOwn)
  })

  it("ignores the forwarded host of an untrusted proxy", () => {
    const headers = { host: "media.lan", origin: page, "x-forwarded-host": "media.example.com" }
    expect(isSameOrigin(from("203.0.113.5", headers))).toBe(false)
  })
})

describe("host names for setup", () => {
  const known = (host: string, headers: Record<string, string> = {}, peer = "203.0.113.5") =>
    isKnownName(from(peer, { host, ...headers }), ["media.example.org"])

  it.each([
    "192.168.1.5:8008",
    "127.0.0.1",
    "[fd00::5]:8008",
    "[::1]",
    "localhost:8008",
    "LOCALHOST",
    "app.localhost",
    "nas",
    "nas:8008",
    "nas.local",
    "nas.local.:8008",
    "media.home.arpa",
    "media.lan",
    "media.internal",
    "media.example.org",
    "media.example.org:8008"
  ])("accepts the host name %s", (host) => {
    expect(known(host)).toBe(true)
    expect(known(host, { origin: `http://${host}` })).toBe(true)
  })

  it.each([
    "evil.example:8008",
    "192.168.1.5.evil.example",
    "127.0.0.1.nip.io",
    "localhost.evil.example",
    "evil-local",
    "xlocal.example",
    "media.example.org.evil.example",
    "evilmedia.example.org",
    "sub.media.example.org",
    "user@evil.example",
    "",
    "a b"
  ])("rejects %j in the Host and Origin headers", (host) => {
    const isSingleLabel = host === "evil-local"
    expect(known(host)).toBe(isSingleLabel)
    expect(known("localhost", { origin: `http://${host}` })).toBe(isSingleLabel)
    expect(
      known("localhost", { origin: `http://${host}`, "x-forwarded-host": "localhost" }, "10.0.0.1")
    ).toBe(isSingleLabel)
  })

  it("uses X-Forwarded-Host from a trusted proxy instead of Host", () => {
    const proxied = { "x-forwarded-host": "media.example.com", "x-forwarded-proto": "https" }
    expect(known("127.0.0.1:8008", proxied, "10.0.0.1")).toBe(false)
    expect(known("media.example.com", { "x-forwarded-host": "localhost" }, "10.0.0.1")).toBe(true)
    expect(known("media.example.com", { "x-forwarded-host": "localhost" })).toBe(false)
    expect(known("127.0.0.1:8008", { ...proxied, origin: "https://media.example.com" }, "10.0.0.1")).toBe(
      true
    )
    expect(known("evil.example", { ...proxied, origin: "http://evil.example" }, "10.0.0.1")).toBe(false)
    expect(known("evil.example", { ...proxied, origin: "https://evil.example" })).toBe(false)
  })
})

describe("the token of a request", () => {
  const cookie = "media-session=cookie"
  const presented = (authorization: string, url = "/") =>
    presentedToken(from("::1", { cookie, authorization }, { url, method: "GET" }))

  it.each(["Bearer !bad!", "Bearer", "Bearer ", "bearer a b", "Bearer a, Bearer b", "Bearer=a", "Bearer,a"])(
    "belongs to no account if the header is malformed: %j",
    (authorization) => {
      expect(presented(authorization)?.token).not.toBe("cookie")
      expect(presented(authorization)?.token).toBe("")
    }
  )

  it.each(["", "Basic YTpi", "BearerToken x", "Digest username=x"])(
    "is read from the cookie if the header contains another type of credential: %j",
    (authorization) => {
      expect(presented(authorization)?.token).toBe("cookie")
    }
  )

  it("is invalid if the query contains two tokens, even if one of them is valid", () => {
    const query = (url: string) => presentedToken(from("::1", { cookie }, { url, method: "GET" }))?.token
    expect(query("/a?access_token=good&access_token=x")).toBe("")
    expect(query("/a?access_token=good&access%5Ftoken=good")).toBe("")
    expect(query("/a?access_token=&access_token=")).toBe("")
    expect(query("/a?access_token=good&b=1")).toBe("good")
    expect(query("/a?access_token=")).toBe("cookie")
  })
})
