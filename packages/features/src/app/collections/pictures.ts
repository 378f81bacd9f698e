import { NotReady } from "@media/kernel/Errors"
import { pictureOfImage } from "@media/pictures/MakePicture"
import { PictureStore } from "@media/pictures/PictureStore"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemsById } from "../../catalog/items/queries.ts"
import { onDisk } from "../../playback/pictures/onDisk.ts"
import { servedOrRenewed, servedPicture } from "../../playback/pictures/serve.ts"
import { choosePicture, findEditable } from "./commands.ts"
import { picturesOf } from "./covers.ts"
import { findVisible, getCollection } from "./queries.ts"

/** A rule that takes too long shows no cover yet. */
const slow = () => new NotReady({ reason: "The rule of this collection takes too long." })

/** Makes the sizes of an uploaded cover again from its original. */
const renewed = (digest: string) => (owner: string) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const original = yield* store.readOwn(owner, digest)
    if (original === undefined) return undefined
    const set = yield* pictureOfImage(original)
    yield* store.write(owner, set)
    return { version: set.version, width: set.width }
  }).pipe(
    whileWaiting,
    Effect.catchTags({
      AssetFailure: (failure) =>
        Effect.as(Effect.logWarning("The cover of a collection cannot be made again", failure), undefined),
      NoPicture: (failure) =>
        Effect.as(Effect.logWarning("The cover of a collection cannot be made again", failure), undefined)
    })
  )

/** The item whose picture is at this address: `/api/videos/:id/thumbnail?v=...`. */
const ownerOf = (url: string): string | undefined => /\/([0-9a-f-]{36})\/thumbnail/.exec(url)?.[1]

/** The uploaded cover, or the picture of the chosen item, or of the first member that the caller may see. */
export const serveCover = Effect.fn("collections.serveCover")(function* (
  principal: Principal,
  id: string,
  asked: Parameters<typeof servedPicture>[2]
) {
  const { counted, row } = yield* Effect.catchTag(findVisible(principal, id), "TooBroad", slow)
  if (row.picture !== null) {
    const { owner, version } = row.picture
    const served = yield* servedOrRenewed(owner, row.picture, asked, renewed(version))
    return served === undefined ? undefined : { ...served, version }
  }
  const items = yield* itemsById(principal, [
    ...counted.ids,
    ...(row.coverItemId === null ? [] : [row.coverItemId])
  ])
  const [first] = picturesOf(row, counted.ids, items)
  const owner = first === undefined ? undefined : ownerOf(first.url)
  if (first === undefined || owner === undefined) return undefined
  // Another item may come first tomorrow, so that no browser may keep it under this address.
  const served = yield* servedPicture(owner, first, asked)
  return served === undefined ? undefined : { ...served, version: "" }
})

/** Stores an uploaded cover; the beginning of `bytes` shows that they are a picture. */
export const uploadCover = Effect.fn("collections.uploadCover")(function* (
  principal: Principal,
  id: string,
  bytes: Buffer
) {
  yield* findEditable(principal, id)
  const set = yield* whileWaiting(pictureOfImage(bytes))
  const store = yield* PictureStore
  yield* onDisk(store.keepOwn(id, set))
  yield* onDisk(store.write(id, set))
  const { height, thumbHash, version, width } = set
  yield* choosePicture(principal, id, { owner: id, version, width, height, thumbHash })
  return yield* Effect.catchTag(getCollection(principal, id), "TooBroad", slow)
})
