import { expect, it } from "vitest"
import { itemsTopic } from "./live.ts"

it("notifies watchers of a group when an item is added", () => {
  const idsOf = (event: object) => itemsTopic.ids({ event, streamId: "an image" } as never)
  expect(idsOf({ _tag: "item.placed.v1", parentId: "a gallery", ordinal: 1 })).toEqual([
    "an image",
    "a gallery"
  ])
  expect(idsOf({ _tag: "item.placed.v1", parentId: null, ordinal: null })).toEqual(["an image"])
  expect(idsOf({ _tag: "item.entry-registered.v1", archiveId: "an archive" })).toEqual([
    "an image",
    "an archive"
  ])
  expect(idsOf({ _tag: "item.edited.v1", changes: [] })).toEqual(["an image"])
})
