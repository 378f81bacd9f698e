import { toAvif } from "@media/pictures/MakePicture"
import { fileOf } from "@media/pictures/PictureFolders"
import { type KeptPicture, PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"

/** One at a time, of the two threads that pictures may take: requests for what is there already go first. */
const encoder = Effect.unsafeMakeSemaphore(1)
/** Names of what waits for the encoder, and of what is in it: two screens of a grid. */
const MOST_IN_LINE = 64
const inLine = new Set<string>()
/** Below, what AVIF saves is smaller than its own header. */
const FEWEST_BYTES = 2_048

const make = (picture: KeptPicture, webp: Buffer) =>
  encoder
    .withPermits(1)(
      Effect.gen(function* () {
        const store = yield* PictureStore
        const bytes = yield* toAvif(webp)
        yield* store
          .add(picture, bytes)
          .pipe(Effect.catchAll((failure) => Effect.logWarning("An AVIF picture could not be kept", failure)))
        return bytes
      })
    )
    .pipe(Effect.withSpan("pictures.avif"))

/**
 * Makes the AVIF of a picture that is kept as `webp`. No one waits in a line for it who takes WebP as well: it is made meanwhile,
 * for the next request. Undefined when it is not there now.
 */
export const makeAvif = (of: Omit<KeptPicture, "form">, webp: Buffer, mayBeWebp: boolean) =>
  Effect.gen(function* () {
    const picture: KeptPicture = { ...of, form: "avif" }
    if (mayBeWebp && webp.length < FEWEST_BYTES) return undefined
    const name = `${picture.itemId}/${fileOf(picture.version, picture.width)}`
    if (inLine.has(name) || inLine.size >= MOST_IN_LINE) return undefined
    const isFirst = inLine.size === 0
    inLine.add(name)
    const made = Effect.ensuring(
      make(picture, webp),
      Effect.sync(() => inLine.delete(name))
    )
    if (isFirst || !mayBeWebp) return yield* made
    yield* Effect.forkDaemon(made)
    return undefined
  })
