import { NotReady } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemsById } from "../../catalog/items/queries.ts"
import { renewOwn, storeOwn } from "../../playback/pictures/own.ts"
import { servedOrRenewed, servedPicture } from "../../playback/pictures/serve.ts"
import { choosePicture, findEditable } from "./commands.ts"
import { picturesOf } from "./covers.ts"
import { findVisible, getCollection } from "./queries.ts"

/** A rule that takes too long shows no cover yet. */
const slow = () => new NotReady({ reason: "The rule of this collection takes too long." })

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
    const served = yield* servedOrRenewed(owner, row.picture, asked, renewOwn(version))
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
  yield* choosePicture(principal, id, yield* storeOwn(id, bytes))
  return yield* Effect.catchTag(getCollection(principal, id), "TooBroad", slow)
})
