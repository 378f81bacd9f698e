import { beforeEach, describe, expect, it } from "vitest"
import { rememberPosition, resumeOwner, resumePosition } from "./resume"

describe("resuming", () => {
  beforeEach(() => {
    localStorage.clear()
    resumeOwner.value = "ada"
  })

  it("resumes at the saved position, also in another tab", () => {
    rememberPosition("v", 40, 120)
    sessionStorage.clear()
    expect(resumePosition("v")).toBe(40)
  })

  it("starts over when it had just begun or was nearly over", () => {
    rememberPosition("v", 40, 120)
    rememberPosition("v", 1, 120)
    expect(resumePosition("v")).toBe(0)
    rememberPosition("v", 118, 120)
    expect(resumePosition("v")).toBe(0)
  })

  it("ignores a video of unknown length", () => {
    rememberPosition("v", 40, Number.NaN)
    expect(resumePosition("v")).toBe(0)
  })

  it("keeps the positions of one account from another", () => {
    rememberPosition("v", 40, 120)
    resumeOwner.value = "grace"
    expect(resumePosition("v")).toBe(0)
  })

  it("drops the oldest first", () => {
    for (let video = 0; video <= 200; video += 1) rememberPosition(`v${video}`, 40, 120)
    expect(resumePosition("v0")).toBe(0)
    expect(resumePosition("v1")).toBe(40)
    expect(resumePosition("v200")).toBe(40)
  })

  it.each(["no json", "null", '{"v":"x"}', '{"v":-3}'])(
    "starts over when what was stored is %s",
    (stored) => {
      localStorage.setItem("resume:ada", stored)
      expect(resumePosition("v")).toBe(0)
    }
  )
})
