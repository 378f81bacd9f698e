import { toAvif } from "@media/pictures/MakePicture"
import { fileOf } from "@media/pictures/PictureFolders"
import { type KeptPicture, PictureStore } from "@media/pictures/PictureStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Limits encoding to one picture at a time, so that other threads can read existing pictures. */
const encoder = Effect.unsafeMakeSemaphore(1)
/** The maximum number of pictures that are encoded or wait for the encoder, enough for two screens of a grid. */
const MOST_IN_LINE = 64
const inLine = new Set<string>()
/** The minimum size in bytes. For smaller pictures, AVIF saves less than the size of its own header. */
const FEWEST_BYTES = 2_048
/**
 * If no picture was requested for this many milliseconds, no user is scrolling through a list, so the CPU is considered
 * idle.
 */
const QUIET_MILLIS = 500
let askedAt = 0

const make = (picture: KeptPicture, webp: Buffer) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const bytes = yield* toAvif(webp)
    yield* store
      .add(picture, bytes)
      .pipe(Effect.catchAll((failure) => Effect.logWarning("An AVIF picture could not be stored", failure)))
    return bytes
  }).pipe(Effect.withSpan("pictures.avif"))

const untilQuiet = Effect.map(Clock.currentTimeMillis, (now) => askedAt + QUIET_MILLIS - now)

/** Runs the work once no picture has been requested for `QUIET_MILLIS`. Only one picture is encoded at a time. */
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
 * Returns the AVIF of a picture that is stored as `webp`. If other pictures are waiting for the encoder and the client
 * accepts WebP, returns undefined immediately and encodes the AVIF later, for the next request.
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
