import type { LocationQuery } from "vue-router"
import { describe, expect, it } from "vitest"
import { isExactVersion, requestedStart, watchRoute } from "./watchRoute"

describe("the URL of the player", () => {
  it("omits default values from the URL", () => {
    expect(watchRoute("v")).toEqual({ name: "watch", params: { id: "v" }, query: {} })
    expect(watchRoute("v", { fromStart: true, list: "q=sea&sort=title", at: 7 })).toEqual({
      name: "watch",
      params: { id: "v" },
      query: { from: "start", list: "q=sea&sort=title", at: "7" }
    })
    expect(watchRoute("v", { t: 0, list: "" })).toMatchObject({ query: { t: "0", list: "" } })
  })

  it("reads the start position from the URL and ignores invalid times", () => {
    expect(requestedStart({ t: "90.5" })).toBe(90.5)
    expect(requestedStart({ t: "0" })).toBe(0)
    expect(requestedStart({ from: "start", t: "90" })).toBe(0)
    const none: ReadonlyArray<LocationQuery> = [{}, { t: "" }, { t: "-1" }, { t: "soon" }, { t: ["1", "2"] }]
    expect(none.map(requestedStart)).toEqual(none.map(() => undefined))
  })

  it("requires one version if the user chose it or if the URL contains a time", () => {
    expect(watchRoute("v", { isExact: true })).toMatchObject({ query: { version: "exact" } })
    const queries: ReadonlyArray<LocationQuery> = [{ version: "exact" }, { t: "5" }, {}, { from: "start" }]
    expect(queries.map(isExactVersion)).toEqual([true, true, false, false])
  })
})
