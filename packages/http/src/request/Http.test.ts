import type { IncomingMessage } from "node:http"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { presentedToken } from "./PresentedToken.ts"
import { redactTarget } from "./AccessLog.ts"
import { refuseBody } from "./BodyGate.ts"
import { canonicalPath } from "./CanonicalPath.ts"
import { namesTag } from "./EntityTags.ts"
import { establish, trustedProxies } from "./RequestFacts.ts"
import { isSameOrigin, isUnsafeMethod } from "./SameOrigin.ts"
import { pagePolicy } from "../response/SecurityHeaders.ts"

const request = (headers: Record<string, string>, fields: object = {}) =>
  ({
    headers,
    method: "GET",
    url: "/",
    socket: { remoteAddress: "127.0.0.1" },
    ...fields
  }) as unknown as IncomingMessage

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ["", false]
])("decides whether the If-None-Match header %s matches the tag: %s", (header, isNamed) => {
  expect(namesTag(header, '"a"')).toBe(isNamed)
})

describe("the check for canonical paths", () => {
  it.each([
    ["/", "/"],
    ["/videos", "/videos"],
    ["/videos/", "/videos/"],
    ["/API-notes", "/API-notes"],
    ["/api/videos?a=//&b=%2e", "/api/videos"],
    ["/api/video-stream/x/hls/720p/3.ts", "/api/video-stream/x/hls/720p/3.ts"],
    ["/api/videos/%F0%9F%8E%AC", "/api/videos/%F0%9F%8E%AC"],
    ["/a%20b", "/a%20b"],
    ["/...", "/..."],
    ["/?", "/"]
  ])("accepts %s as the path %s", (target, pathname) => {
    expect(canonicalPath(target)).toMatchObject({ _tag: "Canonical", pathname })
  })

  it.each([
    "",
    "*",
    "api/videos",
    "http://host/api/videos",
    "//host/api",
    "/api//videos",
    "/api/",
    "/api/videos/",
    "/Api/videos",
    "/OPDS",
    "/opds/",
    "/%61pi/videos",
    "/ap%69/videos",
    "/api%2fvideos",
    "/api%2Fvideos",
    "/api%5cvideos",
    "/api/%2e/videos",
    "/api/%2E%2e/videos",
    "/api/../etc",
    "/..",
    "/./api",
    "/api/videos/%00",
    "/api/videos/%2500",
    "/api/videos/%",
    "/api/videos/%g0",
    "/api;x/videos",
    "/api\\videos",
    "/api/videos#x",
    "/api/vid eos",
    "/api/vidéos",
    "/api/\u0000",
    "/api/x%7fy".replace("%7f", "\u007f"),
    `/${"a".repeat(8_192)}`
  ])("rejects %s", (target) => {
    expect(canonicalPath(target)._tag).toBe("Refused")
  })

  it("redirects a catalog URL with a trailing slash", () => {
    expect(canonicalPath("/opds/")).toMatchObject({ instead: "../opds" })
    expect(canonicalPath("/opds/v2/?page=2")).toMatchObject({ instead: "../v2?page=2" })
    expect(canonicalPath("/opds/?q=é")).toMatchObject({ instead: "../opds" })
    for (const target of ["/api/videos/", "/opds//", "/opds/../", "/opds/%2e/"])
      expect(canonicalPath(target)).not.toHaveProperty("instead")
  })

  it("accepts only paths that no router would decode, merge or fold to a different path", () => {
    const piece = fc.constantFrom(
      "/",
      "//",
      ".",
      "..",
      "%2e",
      "%2f",
      "%61",
      "a",
      "api",
      "API",
      ";",
      "\\",
      "%",
      "?",
      "é",
      " ",
      "\0",
      "videos"
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const answer = canonicalPath(`/${pieces.join("")}`)
        if (answer._tag === "Refused") return
        const { pathname } = answer
        const url = new URL(`http://host${pathname}`)
        expect(url.pathname).toBe(pathname)
        expect(pathname).not.toMatch(/\/\/|%2f|%2e|%5c|%00|%25|;|\\/i)
        expect(/^\/(api|opds)(\/|$)/i.test(decodeURIComponent(pathname))).toBe(
          /^\/(api|opds)(\/|$)/.test(pathname)
        )
      }),
      { numRuns: 2_000 }
    )
  })
})

it.each([
  [{}, true],
  [{ origin: "http://media.lan:8008" }, true],
  [{ origin: "https://MEDIA.lan:8008" }, true],
  [{ origin: "http://media.lan" }, false],
  [{ origin: "http://media.lan:8008.evil.example" }, false],
  [{ origin: "http://evil.example" }, false],
  [{ origin: "null" }, false],
  [{ origin: "" }, false],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "http://media.lan:8008" }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  // `Sec-Fetch-Site` is sufficient, because the browser compares the origin with its address bar, and a proxy may have
  // replaced `Host`.
  [{ "sec-fetch-site": "same-origin", origin: "http://media.example.com" }, true],
  [{ "sec-fetch-site": "same-origin, cross-site" }, false],
  [{ origin: "ftp://media.lan:8008" }, false]
])("decides if a request with %j is same-origin: %s", (headers, isOwn) => {
  expect(isSameOrigin(request({ host: "media.lan:8008", ...headers } as Record<string, string>))).toBe(isOwn)
})

it("treats all methods except GET, HEAD and OPTIONS as unsafe", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "get", undefined])
    expect(isUnsafeMethod(method)).toBe(true)
  for (const method of ["GET", "HEAD", "OPTIONS"]) expect(isUnsafeMethod(method)).toBe(false)
})

it.each([
  [{}, undefined],
  [{ "content-length": "0", "content-type": "text/plain" }, undefined],
  [{ "content-length": "5", "content-type": "application/json" }, undefined],
  [{ "content-length": "100", "content-type": "APPLICATION/JSON ; charset=x" }, undefined],
  [{ "content-length": "101", "content-type": "application/json" }, 413],
  [{ "content-length": "1" }, 415],
  [{ "content-length": "1", "content-type": "application/json-patch+json" }, 415],
  [{ "transfer-encoding": "chunked" }, 415],
  [{ "transfer-encoding": "chunked", "content-type": "application/json" }, undefined]
])("determines the error status for a body with the headers %j: %s", (headers, status) => {
  expect(refuseBody(request(headers as Record<string, string>), 100)?.status).toBe(status)
})

it("redacts secrets in URLs", () => {
  expect(redactTarget("/a?access_token=SECRET&x=1")).toBe("/a?access_token=…&x=1")
  expect(redactTarget("/a?x=1&Token=SECRET")).toBe("/a?x=1&Token=…")
  expect(redactTarget("/a?password=SECRET&password=SECRET")).not.toContain("SECRET")
  expect(redactTarget(`/a?access_token=${"S".repeat(600)}`)).not.toContain("SS")
  expect(redactTarget("/a?access%5ftoken=SECRET&%74oken=SECRET")).not.toContain("SECRET")
})

it.each([
  "/a?a=1;access_token=SECRET",
  "/a%3Faccess_token=SECRET",
  "/a%3faccess_token%3dSECRET",
  "/a?x=1%26access_token=SECRET",
  "/a?next=/b%3Fy=1%26access%5Ftoken%3DSECRET",
  "/a?next=/b%253Faccess_token%253DSECRET&z=1",
  "/a?password=SECRET%26SECRET;SECRET"
])("redacts the secret in %s", (target) => {
  expect(redactTarget(target)).not.toContain("SECRET")
  expect(redactTarget(target)).toContain("…")
})

it("does not change URLs without secrets", () => {
  for (const target of ["/", "/a?x=1;y=2&tokens=3", "/a%3Fb?q=token", "/api/token?x=%26y%3D1", "=&=;%3d"])
    expect(redactTarget(target)).toBe(target)
})

it("uses the socket's address unless a trusted proxy forwards another address", () => {
  const proxies = trustedProxies(["10.0.0.1", "192.168.0.0/16", "fd00::/8"])
  const seen = (remoteAddress: string, headers: Record<string, string>) =>
    establish(request(headers, { socket: { remoteAddress } }), proxies)
  const forwarded = { "x-forwarded-for": "1.1.1.1, 2.2.2.2", "x-forwarded-proto": "https" }
  expect(seen("203.0.113.5", forwarded)).toMatchObject({ ipAddress: "203.0.113.5", isSecure: false })
  expect(seen("10.0.0.1", forwarded)).toMatchObject({ ipAddress: "2.2.2.2", isSecure: true })
  expect(seen("::ffff:192.168.4.4", forwarded)).toMatchObject({ ipAddress: "2.2.2.2" })
  expect(seen("fd00::1", forwarded)).toMatchObject({ ipAddress: "2.2.2.2" })
  expect(seen("10.0.0.1", {})).toMatchObject({ ipAddress: "10.0.0.1", isSecure: false })
})

it("prefers a token in the header to one in the query, and one in the query to the cookie", () => {
  const url = "/a?access_token=query"
  const cookie = "x=1; media-session=cookie"
  expect(presentedToken(request({ authorization: "Bearer header", cookie }, { url }))?.token).toBe("header")
  expect(presentedToken(request({ cookie }, { url }))).toEqual({ token: "query", transport: "query" })
  expect(presentedToken(request({ cookie }, { url, method: "POST" }))).toEqual({
    token: "cookie",
    transport: "cookie"
  })
  expect(presentedToken(request({ cookie: "media-session=; xmedia-session=a" }))).toBeUndefined()
  expect(presentedToken(request({ authorization: "Basic abc" }))).toBeUndefined()
})

it("allows the page's own inline scripts, but no others", () => {
  const policy = pagePolicy(["'sha256-x'"], [])
  expect(policy).toContain("script-src 'self' 'sha256-x';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
})
