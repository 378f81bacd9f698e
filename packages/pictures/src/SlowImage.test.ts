import { liveChildren } from "@media/children/LiveChildren"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { imageDecoder } from "./LiveImageDecoder.ts"
import { hugePng } from "./testing/HugePng.ts"

const decodeWithin = (cpuSeconds: number, picture: Buffer) =>
  Effect.runPromise(
    Effect.flatMap(imageDecoder(cpuSeconds), ({ decode }) => Effect.either(decode(picture))).pipe(
      Effect.scoped,
      Effect.provide(liveChildren)
    )
  )

it(
  "reports a picture as too slow only after the decoder has used up its CPU time",
  { timeout: 600_000 },
  async () => {
    // Decoding 2.9 GB of pixels takes several times as long as allowed.
    expect(await decodeWithin(1, hugePng(19_000))).toMatchObject({
      _tag: "Left",
      left: { _tag: "NoPicture", code: "too-slow", reason: "The picture takes too long to decode." }
    })
    expect(await decodeWithin(60, hugePng(100))).toMatchObject({ _tag: "Right", right: { width: 100 } })
  }
)
