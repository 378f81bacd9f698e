import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { Invalid } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groupDecider, type GroupCommand } from "../../catalog/items/groupDecider.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, commandBy, orConflict } from "../../platform/access/Command.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { ChapterPatch, NewChapter, OrderChange } from "./contract.ts"
import { ordinalsFor } from "./ordinals.ts"
import { findChapter, galleryReads } from "./queries.ts"

/** Returns the gallery if the caller may see and change the gallery, and fails otherwise. */
const requireGallery = (principal: Principal, id: string) =>
  Effect.tap(galleryReads.get(principal, id), () => Access.require(principal, "edit-item", { id }))

const execute = (principal: Principal, id: string, command: GroupCommand) =>
  commandBy(principal, { streamId: id, decider: groupDecider, command })

const OrderedImage = Schema.Struct({ id: Schema.String, ordinal: Schema.NullOr(Schema.Number) })
const Id = Schema.Struct({ id: Schema.String })

const unknownImage = (path: string) => {
  const message = "is not an image of this gallery"
  return new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })
}

/** Fails unless all of these images are in this gallery and visible to the caller. */
const requireImages = (principal: Principal, galleryId: string, ids: ReadonlyArray<string>, path: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const wanted = [...new Set(ids)]
    const rows = yield* rowsOf(Id)(sql`
      select v.id from items v where v.id = any(${wanted}::uuid[]) and v.parent_id = ${galleryId} and v.kind = 'image'
        and ${visibility.items("v")}`)
    if (rows.length < wanted.length) return yield* unknownImage(path)
  })

/**
 * Moves images within a gallery. From then on, the gallery keeps its manual order instead of sorting images by name.
 */
export const orderImages = Effect.fn("galleries.order")(function* (
  principal: Principal,
  id: string,
  { before, imageIds }: OrderChange
) {
  yield* requireGallery(principal, id)
  yield* requireImages(principal, id, imageIds, "imageIds")
  if (before !== null) yield* requireImages(principal, id, [before], "before")
  const moved = new Set(imageIds)
  if (before !== null && moved.has(before))
    return yield* new Invalid({ reason: "before: must not be one of the images that are moved" })
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  yield* transaction(
    Effect.gen(function* () {
      yield* sql`select from items where id = ${id} for no key update`
      const images = yield* rowsOf(OrderedImage)(sql`
        select v.id, v.ordinal from items v where v.parent_id = ${id} and v.kind = 'image' order by v.ordinal, v.id`)
      const byId = new Map(images.map((image) => [image.id, image]))
      const rest = images.filter((image) => !moved.has(image.id))
      const at = before === null ? rest.length : rest.findIndex((image) => image.id === before)
      const inOrder = [...rest.slice(0, at), ...[...moved].map((each) => byId.get(each)!), ...rest.slice(at)]
      const ordinals = ordinalsFor(inOrder)
      const versions = yield* versionsOf([...ordinals.keys()])
      yield* store.append(
        [...ordinals].map(([streamId, ordinal]) => ({
          streamId,
          expectedVersion: versions.get(streamId) ?? 0,
          events: [{ _tag: "item.placed.v1" as const, parentId: id, ordinal }]
        })),
        byAccount(principal)
      )
      yield* execute(principal, id, { _tag: "RecordOrder" })
    })
  ).pipe(orConflict)
})

/** Chooses the image that represents a gallery. `null` restores the default, which is the first image. */
export const chooseCover = Effect.fn("galleries.cover")(function* (
  principal: Principal,
  id: string,
  imageId: string | null
) {
  yield* requireGallery(principal, id)
  if (imageId !== null) yield* requireImages(principal, id, [imageId], "imageId")
  yield* execute(principal, id, { _tag: "ChooseCover", itemId: imageId })
  return yield* galleryReads.get(principal, id)
})

export const addChapter = Effect.fn("galleries.addChapter")(function* (
  principal: Principal,
  id: string,
  { imageId, title }: NewChapter
) {
  yield* requireGallery(principal, id)
  yield* requireImages(principal, id, [imageId], "imageId")
  const chapterId = uuidv7()
  yield* execute(principal, id, { _tag: "AddChapter", id: chapterId, title: title.trim(), itemId: imageId })
  return yield* findChapter(principal, id, chapterId)
})

export const changeChapter = Effect.fn("galleries.changeChapter")(function* (
  principal: Principal,
  id: string,
  chapterId: string,
  { imageId, title }: ChapterPatch
) {
  yield* requireGallery(principal, id)
  yield* findChapter(principal, id, chapterId)
  if (imageId !== undefined) yield* requireImages(principal, id, [imageId], "imageId")
  yield* execute(principal, id, {
    _tag: "ChangeChapter",
    id: chapterId,
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(imageId === undefined ? {} : { itemId: imageId })
  })
  return yield* findChapter(principal, id, chapterId)
})

export const removeChapter = Effect.fn("galleries.removeChapter")(function* (
  principal: Principal,
  id: string,
  chapterId: string
) {
  yield* requireGallery(principal, id)
  yield* findChapter(principal, id, chapterId)
  yield* execute(principal, id, { _tag: "RemoveChapter", id: chapterId })
  return null
})
