import { expect, it } from "vitest"
import type { StreamFacts } from "../ProbeFacts.ts"
import { frameSizeOf } from "./FrameSize.ts"

const size = (over: Partial<StreamFacts>) =>
  frameSizeOf(
    {
      index: 0,
      kind: "video",
      codec: "h264",
      rotation: 0,
      hasDisplayMatrix: false,
      isReflected: false,
      isDefault: true,
      isForced: false,
      isAttachedPicture: false,
      width: 1920,
      height: 1080,
      ...over
    },
    1280
  )

it("returns the display size in even pixels, limited to the requested length of the longer side", () => {
  expect(size({})).toEqual({ width: 1280, height: 720 })
  expect(size({ rotation: 90 })).toEqual({ width: 720, height: 1280 })
  expect(size({ width: 321, height: 241 })).toEqual({ width: 322, height: 242 })
  expect(size({ width: 720, height: 576, sampleAspectRatio: { num: 64, den: 45 } })).toEqual({
    width: 1024,
    height: 576
  })
  expect(size({ width: 720, height: 480, sampleAspectRatio: { num: 8, den: 9 } })).toEqual({
    width: 720,
    height: 540
  })
  expect(size({ width: 16_000, height: 2 })).toEqual({ width: 1280, height: 2 })
  expect(size({ width: 0 })).toBeUndefined()
})
