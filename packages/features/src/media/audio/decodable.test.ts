import { expect, it } from "vitest"
import { lengthToConvert, playableSeconds } from "./decodable.ts"

it.each([
  [557, 3.6, 3.6, 3.6],
  [557, 300, 300, 557],
  [557, 550, null, 557],
  [557, 557.02, null, 557],
  [2, 0.5, null, 0.5],
  [1.66, 4.56, null, 4.56],
  [557, null, null, 557]
])(
  "for a claimed duration of %s s and %s s of decoded audio, reports %s s as playable and converts %s s",
  (claimed, decoded, playable, converted) => {
    expect(playableSeconds(claimed, decoded)).toBe(playable)
    expect(lengthToConvert(claimed, decoded)).toBe(converted)
  }
)

it("returns no playable duration for a file that was not examined", () => {
  expect(playableSeconds(null, 5)).toBeNull()
})
