import { describe, expect, it } from "vitest"
import { endpoints, routeTable } from "./EndpointTable.ts"
import { typedEndpoints } from "./TypedEndpoints.ts"

const rawParams = (method: string, path: string) => {
  const match = routeTable.find(method, path)
  return match._tag === "Route" && match.route.raw !== undefined ? match.params : undefined
}
const allowed = (path: string): ReadonlyArray<string> => {
  const match = routeTable.find("BREW", path)
  return match._tag === "OtherMethod" ? match.allowed : []
}

describe("raw routes", () => {
  it("replaces a malformed path parameter with an empty string", () => {
    expect(rawParams("GET", "/api/video-stream/a%20b/source")).toEqual({ id: "a b" })
    expect(rawParams("HEAD", "/api/video-stream/x/hls/720p/3.ts")).toEqual({ id: "x", "*": "720p/3.ts" })
    expect(rawParams("GET", "/api/video-stream/%ff/source")).toEqual({ id: "" })
    expect(rawParams("GET", "/api/changelog")).toBeDefined()
  })

  it.each([
    ["POST", "/api/changelog"],
    ["GET", "/api/video-stream/x/hls/status"],
    ["GET", "/api/video-stream/x/hls"],
    ["GET", "/api/video-stream/source"],
    ["GET", "/api/video-stream/x/source/y"],
    ["GET", "/api/changelogs"]
  ])("finds no route for %s %s", (method, path) => {
    expect(rawParams(method, path)).toBeUndefined()
  })
})

it("lists the allowed methods of a path", () => {
  expect(allowed("/api/libraries")).toEqual(["GET", "POST"])
  expect([...allowed("/api/libraries/x")].sort()).toEqual(["DELETE", "GET", "PATCH"])
  expect(allowed("/api/librariesx")).toEqual([])
  expect(allowed("/api/video-stream/x/hls/a/b")).toEqual(["GET"])
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
})

it("finds every route by its path, which is case-sensitive", () => {
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:\w+|\*/g, "0")
    const match = routeTable.find(endpoint.method, path)
    expect(match._tag === "Route" && match.route, path).toBe(endpoint)
    const shouted = path.replace(/[^/]+$/, (last) => last.toUpperCase())
    const other = routeTable.find(endpoint.method, shouted)
    if (shouted !== path) expect(other._tag === "Route" && other.route, shouted).not.toBe(endpoint)
  }
})

it("contains every typed route that the contracts declare", () => {
  expect(endpoints.filter(({ raw }) => raw === undefined)).toEqual(typedEndpoints)
})
