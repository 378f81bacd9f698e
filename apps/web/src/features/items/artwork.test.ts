// @vitest-environment node
import { describe, expect, it } from "vitest"
import { artworkHue, artworkInitials } from "./artwork"

describe("artwork", () => {
  it("gives a video always the same hue, and neighbors different ones", () => {
    expect(artworkHue("a-1")).toBe(artworkHue("a-1"))
    expect(
      new Set(Array.from({ length: 40 }, (_unused, index) => artworkHue(`id-${index}`))).size
    ).toBeGreaterThan(25)
  })

  it("takes the letters of the words that carry the title", () => {
    expect(artworkInitials("The Colour of Rain")).toBe("CR")
    expect(artworkInitials("émile.mkv")).toBe("ÉM")
    expect(artworkInitials("The")).toBe("T")
    expect(artworkInitials("…")).toBe("")
  })
})
