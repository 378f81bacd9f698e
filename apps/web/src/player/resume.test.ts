import { beforeEach, describe, expect, it } from "vitest"
import { rememberPosition, resumePosition } from "./resume"

describe("resuming", () => {
  beforeEach(() => sessionStorage.clear())

  it("goes on where it was left", () => {
    rememberPosition("v", 40, 120)
    expect(resumePosition("v")).toBe(40)
  })

  it("starts over when it had just begun or was nearly over", () => {
    rememberPosition("v", 40, 120)
    rememberPosition("v", 1, 120)
    expect(resumePosition("v")).toBe(0)
    rememberPosition("v", 118, 120)
    expect(resumePosition("v")).toBe(0)
  })

  it("ignores a film of unknown length", () => {
    rememberPosition("v", 40, Number.NaN)
    expect(resumePosition("v")).toBe(0)
  })
})
