import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns steps in which jobs store hashes, and users review duplicates. */
export const fingerprintSteps = ({ appendTo, later, random, videos }: World): ReadonlyArray<Step> => [
  async () => {
    const id = uuidv7()
    const itemIds = [random.oneOf(videos), random.oneOf(videos), random.oneOf(videos)]
    await appendTo(id, { _tag: "duplicate.dismissed.v1", itemIds } as never)
    if (random.below(3) === 0) await appendTo(id, { _tag: "duplicate.dismissal-revoked.v1" })
  },
  async () => {
    const id = uuidv7()
    const removedIds = [random.oneOf(videos), random.oneOf(videos)]
    const resolved = { keepId: random.oneOf(videos), removedIds, taken: { edits: {}, userStates: [] } }
    await appendTo(id, { _tag: "duplicate.resolved.v1", ...resolved } as never)
    if (random.below(2) === 0)
      await appendTo(id, { _tag: "duplicate.resolution-undone.v1", ...resolved } as never)
  },
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
