import fc from "fast-check"
import { expect, it } from "vitest"
import { makeRouteTable } from "./RouteTable.ts"

const table = makeRouteTable(
  [
    "GET /a/:id",
    "POST /a/:id",
    "GET /a/fixed",
    "GET /a/:id/*",
    "GET /a/:id/status",
    "DELETE /a/:id/:part",
    "PUT /a/:id/status/deep"
  ].map((text) => {
    const [method = "", path = ""] = text.split(" ")
    return { method, path }
  })
)
const found = (method: string | undefined, path: string) => {
  const match = table.find(method, path)
  if (match._tag === "Route") return [match.route.path, match.params]
  return match._tag === "OtherMethod" ? match.allowed : undefined
}

it("prefers a fixed segment to a parameter, and a parameter to a wildcard", () => {
  expect(found("GET", "/a/fixed")).toEqual(["/a/fixed", {}])
  expect(found("GET", "/a/fixed2")).toEqual(["/a/:id", { id: "fixed2" }])
  expect(found("GET", "/a/1/status")).toEqual(["/a/:id/status", { id: "1" }])
  expect(found("GET", "/a/1/status/x")).toEqual(["/a/:id/*", { id: "1", "*": "status/x" }])
  expect(found("GET", "/a/1/other")).toEqual(["/a/:id/*", { id: "1", "*": "other" }])
})

it("finds a less specific route if the most specific one has another method", () => {
  expect(found("POST", "/a/fixed")).toEqual(["/a/:id", { id: "fixed" }])
  expect(found("DELETE", "/a/1/status")).toEqual(["/a/:id/:part", { id: "1", part: "status" }])
  expect(found("GET", "/a/1/status/deep")).toEqual(["/a/:id/*", { id: "1", "*": "status/deep" }])
})

it("finds a GET route for HEAD, but not for other methods", () => {
  expect(found("HEAD", "/a/fixed")).toEqual(["/a/fixed", {}])
  expect(found("OPTIONS", "/a/fixed")).toEqual(["GET", "POST"])
  expect(found("head", "/a/fixed")).toEqual(["GET", "POST"])
  expect(found(undefined, "/a/fixed")).toEqual(["GET", "POST"])
  expect(found("HEAD", "/a/1/status/deep")).toEqual(["/a/:id/*", { id: "1", "*": "status/deep" }])
})

it("decodes parameters once and treats invalid parameters as empty", () => {
  expect(found("GET", "/a/x%20y")).toEqual(["/a/:id", { id: "x y" }])
  expect(found("GET", "/a/%2541")).toEqual(["/a/:id", { id: "%41" }])
  expect(found("GET", "/a/%ff/b%20c/d")).toEqual(["/a/:id/*", { id: "", "*": "b c/d" }])
})

it.each(["/", "/a", "/a/", "/A/fixed", "/b", "", "/a//", "/a/1/", "/a/fixed/"])(
  "finds no route for %j",
  (path) => {
    expect(found("GET", path)).toBeUndefined()
  }
)

it("treats names of object properties as ordinary segments", () => {
  for (const name of ["__proto__", "constructor", "toString"])
    expect(found("GET", `/a/${name}`)).toEqual(["/a/:id", { id: name }])
})

it("finds a route for exactly the paths that match a route's regular expression", () => {
  const routes = ["/a/:x", "/a/b", "/a/:x/c", "/a/*", "/:y/b", "/a/b/:z/*"].map((path) => ({
    method: "GET",
    path
  }))
  const patterns = routes.map(
    ({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replace("*", ".+")}$`)
  )
  const own = makeRouteTable(routes)
  const segment = fc.constantFrom("a", "b", "c", "d")
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const path = `/${segments.join("/")}`
      expect(own.find("GET", path)._tag === "Route").toBe(patterns.some((pattern) => pattern.test(path)))
    })
  )
})
