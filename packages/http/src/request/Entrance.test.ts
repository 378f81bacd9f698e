import { publicAddress } from "@media/kernel/PublicAddress"
import * as Either from "effect/Either"
import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "vitest"
import { canonicalPath } from "./CanonicalPath.ts"
import { makeEntrance } from "./Entrance.ts"
import { establish, trustedProxies } from "./RequestFacts.ts"

const entranceOf = (app?: string, api?: string) => makeEntrance(Either.getOrThrow(publicAddress(app, api)))
const request = (url: string, host: string): IncomingMessage =>
  ({ url, headers: { host }, socket: { remoteAddress: "203.0.113.5" } }) as unknown as IncomingMessage

const below = entranceOf("https://host.example/media")

describe("translating a request target below the public path", () => {
  it.each([
    ["/media", "/"],
    ["/media/", "/"],
    ["/media?x=1", "/?x=1"],
    ["/media/videos/1?page=2", "/videos/1?page=2"],
    ["/media/api/videos", "/api/videos"],
    ["/media/media/api", "/media/api"],
    ["/api/videos", "/api/videos"],
    ["/", "/"],
    ["/mediax/api", "/mediax/api"],
    ["/Media/api", "/Media/api"],
    ["http://evil.example/media/api", "http://evil.example/media/api"]
  ])("maps %s to %s for the routes", (asked, known) => {
    expect(below.inside(asked)).toBe(known)
    const one = request(asked, "10.0.0.1")
    below.enter(one)
    expect([one.url, below.asked(one)]).toEqual([known, asked])
  })

  it.each([
    "/media//api/users",
    "/media/../api/users",
    "/media/%61pi/users",
    "/media/API/users",
    "/media/api/users/"
  ])("rejects the noncanonical path %s below the public path", (asked) => {
    expect(canonicalPath(below.inside(asked))._tag).toBe("Refused")
  })

  it.each([
    ["/backend/videos", "/api/videos"],
    ["/backend", "/api"],
    ["/media/videos", "/videos"],
    ["/api/videos", "/api/videos"]
  ])("maps %s to %s if the API has its own path", (asked, known) => {
    expect(entranceOf("https://host.example/media", "/backend").inside(asked)).toBe(known)
  })
})

describe("detecting whether a request used the public URL", () => {
  const seen = (url: string, host: string, entrance = below) => {
    const one = request(url, host)
    entrance.enter(one)
    establish(one, trustedProxies([]))
    return [entrance.isPublic(one), entrance.cookiePath(one)]
  }

  it("is true if the client requested the path or the host of the public URL", () => {
    expect(seen("/media/api/session", "10.0.0.1:8008")).toEqual([true, "/media"])
    expect(seen("/api/session", "host.example")).toEqual([true, "/media"])
    expect(seen("/api/session", "host.example:8008")).toEqual([false, "/"])
    expect(seen("/api/session", "192.168.1.5:8008")).toEqual([false, "/"])
  })

  it("is true if no public URL is configured", () => {
    expect(seen("/api/session", "192.168.1.5:8008", entranceOf())).toEqual([true, "/"])
  })

  it("sets the cookie for all paths if the API is not below the app", () => {
    const apart = entranceOf("https://host.example/media", "/media-api")
    expect(seen("/media-api/session", "host.example", apart)).toEqual([true, "/"])
    const elsewhere = entranceOf("https://host.example/media", "https://api.host.example/media/api")
    expect(seen("/api/session", "host.example", elsewhere)).toEqual([true, "/"])
    // Pages that were loaded from the API's host use the API on that host directly.
    expect(seen("/videos", "api.host.example", elsewhere)).toEqual([false, "/"])
  })
})
