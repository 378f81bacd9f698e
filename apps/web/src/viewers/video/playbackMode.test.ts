import { beforeEach, describe, expect, it } from "vitest"
import { initialMode, rememberMode } from "./playbackMode"

describe("the playback mode", () => {
  beforeEach(() => sessionStorage.clear())

  it("starts in the mode that the server's setting specifies", () => {
    expect(initialMode("hls")).toBe("auto")
    expect(initialMode("direct")).toBe("direct")
    expect(initialMode(undefined)).toBe("direct")
  })

  it("keeps the user's choice for the session", () => {
    rememberMode("auto")
    expect(initialMode("direct")).toBe("auto")
    rememberMode(480)
    expect(initialMode("direct")).toBe(480)
  })

  it("ignores invalid stored values", () => {
    sessionStorage.setItem("playback-mode", "banana")
    expect(initialMode("hls")).toBe("auto")
    sessionStorage.setItem("playback-mode", "-5")
    expect(initialMode("direct")).toBe("direct")
  })
})
