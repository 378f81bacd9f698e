import type { World } from "./World.ts"

/** Returns a step with a result of the job that generates previews. */
export const previewStep = ({ later, random }: World) =>
  random.oneOf([
    () =>
      later({
        _tag: "preview.trickplay-made.v1",
        size: 1,
        mtimeMs: 1,
        version: `t${random.below(99)}`,
        askedSeconds: 10,
        quality: 1 + random.below(5),
        cellWidth: 240,
        cellHeight: 136,
        cellSeconds: 10 + random.below(9),
        cells: 1 + random.below(999),
        isComplete: random.below(2) === 0
      } as never),
    () =>
      later({
        _tag: "preview.clip-made.v1",
        size: 1,
        mtimeMs: 1,
        version: `c${random.below(99)}`,
        width: 640,
        height: 360
      } as never),
    () =>
      later({
        _tag: "preview.failed.v1",
        size: 1,
        mtimeMs: 1,
        product: random.oneOf(["trickplay", "clip"]),
        reason: "It shows nothing"
      } as never)
  ])()
