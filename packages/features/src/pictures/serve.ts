import { toJpeg } from "@media/pictures/MakePicture"
import { widthFor } from "@media/pictures/PictureSet"
import { fileOf } from "@media/pictures/PictureFolders"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { generatedFileBeside } from "../storage/served.ts"
import { renewPicture } from "./keep.ts"
import { pictureSubject } from "./subject.ts"

export interface ServedPicture {
  readonly version: string
  readonly bytes: Buffer
  readonly contentType: "image/webp" | "image/jpeg"
  /** Quoted. */
  readonly etag: string
}

interface Known {
  readonly version: string | null
  readonly width: number | null
}

/** One at a time: a page of cards whose pictures are gone must not start forty encoders. */
const renewing = Effect.unsafeMakeSemaphore(1)

/** A page waits no longer, and a file that hangs must not hold up the pictures of others. */
const RENEW_WITHIN = "15 seconds"
/** Until one that could not be made is tried again: every look at a list asks for it. */
const RETRY_MILLIS = 60_000
const mostFailures = 10_000
const failedUntil = new Map<string, number>()

const rememberFailure = (itemId: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (failedUntil.size >= mostFailures) failedUntil.clear()
    failedUntil.set(itemId, now + RETRY_MILLIS)
  })

const hasFailed = (itemId: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => (failedUntil.get(itemId) ?? 0) > now)

/** The picture made once more because its bytes are gone: the cache was emptied. Another version may come of it. */
const renewed = (itemId: string) =>
  Effect.gen(function* () {
    const subject = yield* pictureSubject(itemId)
    if (Option.isNone(subject)) return undefined
    const { choice, source } = subject.value
    // What a person gave needs no file.
    if (source.status === "missing" && choice?.from !== "upload") return undefined
    const { made } = yield* renewPicture(subject.value, { cause: "web" })
    return made
  }).pipe(
    Effect.timeout(RENEW_WITHIN),
    Effect.catchAll((error) =>
      Effect.zipRight(
        rememberFailure(itemId),
        Effect.as(
          Effect.logWarning("A picture that is gone could not be made again", { itemId, error }),
          undefined
        )
      )
    )
  )

/** Bytes of the picture of an item; undefined when there is none. */
export const servedPicture = (
  itemId: string,
  { version, width }: Known,
  { accept, wanted }: { readonly wanted: number | undefined; readonly accept: string }
) =>
  Effect.gen(function* () {
    if (version === null || width === null) return undefined
    const store = yield* PictureStore
    const read = (known: { readonly version: string; readonly width: number }) => {
      const size = widthFor(wanted, known.width)
      return store.read(itemId, known.version, size).pipe(
        Effect.flatMap((bytes) =>
          bytes === undefined
            ? generatedFileBeside(itemId, fileOf(known.version, size))
            : Effect.succeed<Buffer | undefined>(bytes)
        ),
        Effect.map((bytes) => (bytes === undefined ? undefined : { bytes, size, version: known.version }))
      )
    }
    const present = yield* read({ version, width })
    const found =
      present ??
      (yield* renewing.withPermits(1)(
        Effect.gen(function* () {
          // The one before in the line may have made it.
          const again = yield* read({ version, width })
          if (again !== undefined || (yield* hasFailed(itemId))) return again
          const made = yield* renewed(itemId)
          return made === undefined ? undefined : yield* read(made)
        })
      ))
    if (found === undefined) return undefined
    // Browsers name WebP; those who take anything, or say nothing, get what everything can show.
    const isWebp = accept.includes("image/webp")
    return {
      version: found.version,
      bytes: isWebp ? found.bytes : yield* toJpeg(found.bytes),
      contentType: isWebp ? "image/webp" : "image/jpeg",
      etag: `"${found.version}-${found.size}${isWebp ? "" : "-jpeg"}"`
    } satisfies ServedPicture
  }).pipe(Effect.withSpan("pictures.serve"))
