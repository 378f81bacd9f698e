import { toAvif } from "@media/pictures/MakePicture"
import { fileOf } from "@media/pictures/PictureFolders"
import { type KeptPicture, PictureStore } from "@media/pictures/PictureStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Limits encoding to one picture at a time, so that other threads can read existing pictures. */
const encoder = Effect.unsafeMakeSemaphore(1)
/** Maximum number of pictures that wait for the encoder, including the current one: two screens of a grid. */
const MOST_IN_LINE = 64
const inLine = new Set<string>()
/** Minimum size in bytes. For smaller pictures, AVIF saves less than the size of its own header. */
const FEWEST_BYTES = 2_048
/** After this time without a request, no one is scrolling through a list and the CPU is free. */
const QUIET_MILLIS = 500
let askedAt = 0

const make = (picture: KeptPicture, webp: Buffer) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const bytes = yield* toAvif(webp)
    yield* store
      .add(picture, bytes)
      .pipe(Effect.catchAll((failure) => Effect.logWarning("An AVIF picture could not be kept", failure)))
    return bytes
  }).pipe(Effect.withSpan("pictures.avif"))

const untilQuiet = Effect.map(Clock.currentTimeMillis, (now) => askedAt + QUIET_MILLIS - now)

/** Runs work one by one, while no one requests pictures. */
const whenQuiet = <A, R>(work: Effect.Effect<A, never, R>): Effect.Effect<void, never, R> =>
  Effect.gen(function* () {
    for (;;) {
      const rest = yield* untilQuiet
      if (rest > 0) yield* Effect.sleep(rest)
      const isDone = yield* encoder.withPermits(1)(
        Effect.flatMap(untilQuiet, (more) => (more > 0 ? Effect.succeed(false) : Effect.as(work, true)))
      )
      if (isDone) return
    }
  })

/**
 * Encodes the AVIF of a picture stored as `webp`. A client that accepts WebP does not wait: the AVIF is created later,
 * for the next request. Undefined if it does not exist yet.
 */
export const makeAvif = (of: Omit<KeptPicture, "form">, webp: Buffer, mayBeWebp: boolean) =>
  Effect.gen(function* () {
    const picture: KeptPicture = { ...of, form: "avif" }
    if (mayBeWebp && webp.length < FEWEST_BYTES) return undefined
    askedAt = yield* Clock.currentTimeMillis
    const name = `${picture.itemId}/${fileOf(picture.version, picture.width, "avif", picture.role)}`
    if (inLine.has(name) || inLine.size >= MOST_IN_LINE) return undefined
    const isFirst = inLine.size === 0
    inLine.add(name)
    const leave = Effect.sync(() => inLine.delete(name))
    const made = make(picture, webp)
    if (isFirst || !mayBeWebp) return yield* Effect.ensuring(encoder.withPermits(1)(made), leave)
    yield* Effect.forkDaemon(Effect.ensuring(whenQuiet(made), leave))
    return undefined
  })
