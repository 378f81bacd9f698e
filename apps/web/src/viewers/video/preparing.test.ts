import { describe, expect, it } from "vitest"
import { preparingText } from "./preparing"

const generating = { state: "generating", progress: 0.345 } as const

describe("waiting for a stream", () => {
  it("estimates the remaining time from the server's speed", () => {
    expect(preparingText({ ...generating, speed: 4 }, 608, 0, false)).toBe("Preparing stream… about 3 s")
    expect(preparingText({ ...generating, speed: 4 }, 608, 2, true)).toBe("Preparing this part… about 1 s")
  })

  it("hides long estimates because they are unreliable", () => {
    expect(preparingText({ ...generating, speed: 4 }, 600, 30, false)).toBe("Preparing stream… about 1 s")
    expect(preparingText({ ...generating, speed: 0.01 }, 609, 0, false)).toBe("Preparing stream… 34%")
  })

  it("shows the progress in percent if the speed is unknown", () => {
    expect(preparingText(generating, 0, 0, false)).toBe("Preparing stream… 34%")
    expect(preparingText({ state: "absent", progress: 0.2 }, 0, 0, false)).toBe("Preparing stream…")
    expect(preparingText(undefined, 0, 0, false)).toBe("Preparing stream…")
  })
})
