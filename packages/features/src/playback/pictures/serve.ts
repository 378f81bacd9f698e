import { toJpeg } from "@media/pictures/MakePicture"
import { widthFor } from "@media/pictures/PictureSet"
import { fileOf } from "@media/pictures/PictureFolders"
import type { PictureRole } from "@media/pictures/PictureSet"
import { PictureStore } from "@media/pictures/PictureStore"
import { NotReady } from "@media/kernel/Errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { acceptedForms, type SentForm } from "./accepted.ts"
import { makeAvif } from "./avif.ts"
import { renewPicture } from "./keep.ts"
import { adjacentGeneratedFile } from "../../library/storage/served.ts"
import { pictureSubject } from "./subject.ts"
import { RETRY_SECONDS } from "@media/pictures/WhileWaiting"

export interface ServedPicture {
  readonly version: string
  readonly bytes: Buffer
  readonly contentType: `image/${SentForm}`
  /** The ETag, with quotes. */
  readonly etag: string
}

interface Known {
  readonly version: string | null
  readonly width: number | null
  /** Undefined for the item's main picture. */
  readonly role?: PictureRole
}

/**
 * Regenerates only one picture at a time. Otherwise, a page of cards without stored pictures could start forty encoders
 * at once.
 */
const renewing = Effect.unsafeMakeSemaphore(1)

/**
 * The maximum time that a request waits for regeneration. Without this limit, a file that does not respond would block
 * all other pictures.
 */
const RENEW_WITHIN = "15 seconds"
/**
 * Delay in milliseconds before a failed picture is tried again. Without a delay, every view of a list would try again,
 * because each view requests the picture.
 */
const RETRY_MILLIS = 60_000
const mostFailures = 10_000
const failedUntil = new Map<string, { readonly until: number; readonly isBusy: boolean }>()

const rememberFailure = (itemId: string, isBusy: boolean) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (failedUntil.size >= mostFailures) failedUntil.clear()
    failedUntil.set(itemId, { until: now + (isBusy ? RETRY_SECONDS * 1_000 : RETRY_MILLIS), isBusy })
  })

/** Returns the last failure of an item's picture if it happened recently. */
const lastFailure = (itemId: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const last = failedUntil.get(itemId)
    return last !== undefined && last.until > now ? last : undefined
  })

const notReady = () =>
  new NotReady({ reason: "The picture is being regenerated. Try again in a few seconds." })
/** Tags of errors that are not caused by the file. */
const busyTags = ["TimeoutException", "DecoderBusy", "ReaderBusy", "MediaProcessTimeout"]

/** Regenerates a picture whose bytes were deleted from the cache. Its version may change. */
const renewed = (itemId: string) =>
  Effect.gen(function* () {
    const subject = yield* pictureSubject(itemId)
    if (Option.isNone(subject)) return undefined
    const { choice, source } = subject.value
    // An uploaded picture can be made without the media file.
    if (source.status === "missing" && choice?.from !== "upload") return undefined
    const { made } = yield* renewPicture(subject.value, { cause: "web" })
    return made
  }).pipe(
    Effect.timeout(RENEW_WITHIN),
    Effect.catchAll((error) =>
      Effect.gen(function* () {
        const isBusy = busyTags.includes(error._tag)
        yield* rememberFailure(itemId, isBusy)
        yield* Effect.logWarning("A missing picture could not be regenerated", { itemId, error })
        return isBusy ? yield* notReady() : undefined
      })
    )
  )

/** One stored size of a picture. */
interface Wanted {
  readonly itemId: string
  readonly version: string
  readonly width: number
  readonly role?: PictureRole | undefined
}

const served = ({ version, width }: Wanted, form: SentForm, bytes: Buffer): ServedPicture => ({
  version,
  bytes,
  contentType: `image/${form}`,
  etag: `"${version}-${width}${form === "webp" ? "" : `-${form}`}"`
})

/** Returns the picture in the best available format that the client accepts, made from the stored WebP. */
export const sentAs = (of: Wanted, webp: Buffer, forms: ReadonlyArray<SentForm>) =>
  Effect.gen(function* () {
    const mayBeWebp = forms.includes("webp")
    const avif = forms.includes("avif") ? yield* makeAvif(of, webp, mayBeWebp) : undefined
    if (avif !== undefined) return served(of, "avif", avif)
    return mayBeWebp ? served(of, "webp", webp) : served(of, "jpeg", yield* toJpeg(webp))
  })

interface Asked {
  readonly wanted: number | undefined
  readonly accept: string
}

/** Returns the bytes of an item's picture. Undefined if the item has no picture. */
export const servedPicture = (itemId: string, known: Known, asked: Asked) =>
  servedOrRenewed(itemId, known, asked, renewed)

/**
 * Returns the bytes of a picture in the folder of `itemId`. `renew` regenerates the picture if the cache was emptied.
 */
export const servedOrRenewed = <R>(
  itemId: string,
  { role, version, width }: Known,
  { accept, wanted }: Asked,
  renew: (
    itemId: string
  ) => Effect.Effect<{ readonly version: string; readonly width: number } | undefined, NotReady, R>
) =>
  Effect.gen(function* () {
    if (version === null || width === null) return undefined
    const store = yield* PictureStore
    const forms = acceptedForms(accept)
    const wantedOf = (known: { readonly version: string; readonly width: number }): Wanted => ({
      ...{ itemId, role, version: known.version, width: widthFor(wanted, known.width) }
    })
    if (forms.includes("avif")) {
      const of = wantedOf({ version, width })
      const avif = yield* store.read({ ...of, form: "avif" })
      if (avif !== undefined) return served(of, "avif", avif)
    }
    const read = (known: { readonly version: string; readonly width: number }) => {
      const of = wantedOf(known)
      return store.read({ ...of, form: "webp" }).pipe(
        Effect.flatMap((bytes) =>
          bytes === undefined
            ? role === undefined
              ? adjacentGeneratedFile(itemId, fileOf(of.version, of.width))
              : Effect.succeed(undefined)
            : Effect.succeed<Buffer | undefined>(bytes)
        ),
        Effect.map((bytes) => (bytes === undefined ? undefined : { bytes, of }))
      )
    }
    const present = yield* read({ version, width })
    const found =
      present ??
      (yield* renewing.withPermits(1)(
        Effect.gen(function* () {
          // The previous request in the queue may have made the picture.
          const again = yield* read({ version, width })
          if (again !== undefined) return again
          const last = yield* lastFailure(itemId)
          if (last !== undefined) return last.isBusy ? yield* notReady() : undefined
          const made = yield* renew(itemId)
          return made === undefined ? undefined : yield* read(made)
        })
      ))
    return found === undefined ? undefined : yield* sentAs(found.of, found.bytes, forms)
  }).pipe(Effect.withSpan("pictures.serve"))
