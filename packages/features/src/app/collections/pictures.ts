import { NotReady } from "@media/kernel/Errors"
import { mosaicOf } from "@media/pictures/MakePicture"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { itemsById } from "../../catalog/items/queries.ts"
import { renewOwn, storeOwn } from "../../playback/pictures/own.ts"
import { servedOrRenewed, servedPicture } from "../../playback/pictures/serve.ts"
import { choosePicture, findEditable } from "./commands.ts"
import { picturesOf } from "./covers.ts"
import { findVisible, getSaved } from "./queries.ts"

/** Returns the error for a cover if the rule of the collection takes too long. */
const slow = () => new NotReady({ reason: "The rule of this collection takes too long to evaluate." })

/** Returns the id of the item in a picture URL such as `/api/videos/:id/thumbnail?v=...`. */
const ownerOf = (url: string): string | undefined => /\/([0-9a-f-]{36})\/thumbnail/.exec(url)?.[1]

/**
 * Serves the cover of a collection: the uploaded cover, the picture of the selected item, or a mosaic. The mosaic
 * consists of the first members that the caller may see.
 */
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
  const shown = picturesOf(row, counted.ids, items).flatMap((picture) => {
    const owner = ownerOf(picture.url)
    return owner === undefined ? [] : [{ owner, picture }]
  })
  // The first members may change, so return an empty version, which prevents browsers from caching the cover
  // permanently.
  if (shown.length < 2 || row.coverItemId !== null) {
    const [first] = shown
    const served = first && (yield* servedPicture(first.owner, first.picture, asked))
    return served === undefined ? undefined : { ...served, version: "" }
  }
  return yield* mosaic(shown, asked)
})

type Shown = {
  readonly owner: string
  readonly picture: { readonly version: string; readonly width: number }
}

/** Cache of mosaics, keyed by ETag, because every visit to a page of collections requests all of its mosaics. */
const made = new Map<string, Buffer>()
const mostMade = 100

/** Combines the pictures of the first members into one picture. Omits pictures whose file is missing. */
const mosaic = (shown: ReadonlyArray<Shown>, asked: Parameters<typeof servedPicture>[2]) =>
  Effect.gen(function* () {
    const width = Math.min(1_280, Math.max(160, asked.wanted ?? 640))
    const form = asked.accept.includes("image/webp") ? ("webp" as const) : ("jpeg" as const)
    const found = yield* Effect.forEach(shown, ({ owner, picture }) =>
      servedPicture(owner, picture, { wanted: Math.ceil(width / 2), accept: "image/webp" })
    )
    const pictures = found.flatMap((each) => each ?? [])
    if (pictures.length < 2) return pictures[0] && { ...pictures[0], version: "" }
    const digest = createHash("sha256").update(pictures.map(({ etag }) => etag).join())
    const etag = `"${digest.digest("hex").slice(0, 12)}-${width}-${form}"`
    const bytes =
      made.get(etag) ??
      (yield* mosaicOf(
        pictures.map((each) => each.bytes),
        width,
        form
      ))
    if (made.size >= mostMade) made.clear()
    made.set(etag, bytes)
    return { bytes, etag, contentType: `image/${form}` as const, version: "" }
  })

/** Stores an uploaded cover. The first bytes of the file must be those of a supported picture format. */
export const uploadCover = Effect.fn("collections.uploadCover")(function* (
  principal: Principal,
  id: string,
  bytes: Buffer
) {
  yield* findEditable(principal, id)
  yield* choosePicture(principal, id, yield* storeOwn(id, bytes))
  return yield* getSaved(principal, id)
})
