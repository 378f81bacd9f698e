import type { Step, World } from "./World.ts"

/** Of hashes, by jobs. */
export const fingerprintSteps = ({ later, random }: World): ReadonlyArray<Step> => [
  () =>
    later({
      _tag: "item.fingerprinted.v1",
      size: 1,
      mtimeMs: random.below(9),
      md5: `${random.below(9)}`.padStart(32, "ab"),
      oshash: random.oneOf([null, "fedcba9876543210"])
    } as never),
  () =>
    later({
      _tag: "item.phashed.v1",
      size: 1,
      mtimeMs: 1,
      ...random.oneOf([
        { phash: "f00000000000000f", reason: null },
        { phash: null, reason: "It is too short" }
      ])
    } as never)
]
