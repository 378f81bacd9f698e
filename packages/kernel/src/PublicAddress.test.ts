import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { publicAddress, rootAddress } from "./PublicAddress.ts"

const read = (app?: string, api?: string) => Either.getOrElse(publicAddress(app, api), (reason) => reason)

describe("the public URL", () => {
  it("defaults to the root of the host in the request", () => {
    expect(read()).toEqual(rootAddress)
  })

  it.each([
    ["https://media.example.com", undefined, "", "/api"],
    ["https://media.example.com/", undefined, "", "/api"],
    ["https://host.example/media/", undefined, "/media", "/media/api"],
    ["http://nas:8080/home/media.lib", undefined, "/home/media.lib", "/home/media.lib/api"],
    ["https://host.example/media", "/media-api", "/media", "/media-api"],
    ["https://host.example/media", "https://host.example/media/api/", "/media", "/media/api"],
    [undefined, "/backend", "", "/backend"]
  ])(
    "maps the app URL %s and the API URL %s to the base path %s and the API prefix %s",
    (app, api, appPath, apiBase) => {
      expect(read(app, api)).toMatchObject({ appPath, apiBase, apiPath: apiBase, api: undefined })
    }
  )

  it.each([
    ["https://media.example.com", "https://api.example.com/api"],
    ["https://example.com/media", "https://api.media.example.com/v1"],
    ["http://192.168.1.5:8008", "http://192.168.1.5:8009/api"],
    ["http://nas", "http://nas:8009/api"]
  ])("allows app %s to call the API at %s", (app, api) => {
    const address = read(app, api)
    expect(address).toMatchObject({ apiBase: api, api: new URL(api) })
    expect(address).toHaveProperty("names", [...new Set([new URL(app).hostname, new URL(api).hostname])])
  })

  it.each([
    ["media.example.com", undefined, /PUBLIC_APP_URL must be a URL/],
    ["https://", undefined, /PUBLIC_APP_URL must be a URL/],
    ["https://you:me@media.example.com", undefined, /PUBLIC_APP_URL must be a URL/],
    ["https://media.example.com/?a=b", undefined, /PUBLIC_APP_URL must be a URL/],
    ["https://host.example/my media", undefined, /letters, digits/],
    ["https://host.example/a//b", undefined, /letters, digits/],
    ["https://host.example/api/media", undefined, /may not be below \/api/],
    ["https://host.example/Assets", undefined, /may not be below \/assets/],
    [undefined, "api", /PUBLIC_API_URL must be a URL/],
    [undefined, "//evil.example/api", /PUBLIC_API_URL must be a URL/],
    [undefined, "/", /must have a path/],
    [undefined, "/assets/api", /would hide/],
    ["https://host.example/media", "/media", /would hide/],
    ["https://host.example/a/b", "/a", /would hide/],
    [undefined, "https://api.example.com/api", /PUBLIC_APP_URL must contain the host/],
    ["https://media.example.com", "http://api.example.com/api", /do not send the session cookie of/],
    ["https://media.example.com", "https://media.example.org/api", /do not send the session cookie of/],
    ["http://192.168.1.5", "http://192.168.1.6/api", /do not send the session cookie of/],
    ["http://nas", "http://box/api", /do not send the session cookie of/]
  ])("rejects app %s with API %s", (app, api, reason) => {
    expect(read(app, api)).toMatch(reason)
  })
})
