import type { PictureRole } from "@media/pictures/PictureSet"
import { pictureOfImage } from "@media/pictures/MakePicture"
import { PictureStore } from "@media/pictures/PictureStore"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import * as Effect from "effect/Effect"
import { onDisk } from "./onDisk.ts"

/**
 * Stores an uploaded picture under the id of its item or entity. The caller must have checked that the bytes start with
 * the signature of a picture format.
 */
export const storeOwn = Effect.fn("pictures.storeOwn")(function* (
  id: string,
  bytes: Buffer,
  role?: PictureRole
) {
  const set = yield* whileWaiting(pictureOfImage(bytes, false, role === "logo"))
  const store = yield* PictureStore
  yield* onDisk(store.keepOwn(id, set, role))
  yield* onDisk(store.write(id, set, role))
  const { height, thumbHash, version, width } = set
  return { owner: id, version, width, height, thumbHash }
})

/**
 * Regenerates the sizes of an uploaded picture from its original. Undefined if the original is missing or unreadable.
 */
export const renewOwn = (digest: string, role?: PictureRole) => (owner: string) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const original = yield* store.readOwn(owner, digest, role)
    if (original === undefined) return undefined
    const set = yield* pictureOfImage(original, false, role === "logo")
    yield* store.write(owner, set, role)
    return { version: set.version, width: set.width }
  }).pipe(whileWaiting, Effect.catchTags({ AssetFailure: unmade, NoPicture: unmade }))

const unmade = (failure: unknown) =>
  Effect.as(Effect.logWarning("An uploaded picture could not be regenerated", failure), undefined)
