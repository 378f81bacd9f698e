import * as SqlClient from "@effect/sql/SqlClient"
import { frameSizeOf } from "@media/media-tools/frames/FrameSize"
import { pinFile } from "@media/media-tools/PinnedFile"
import { mainVideo } from "@media/media-tools/ProbeFacts"
import { rowOf } from "@media/pg/Rows"
import { pictureOfFrame } from "@media/pictures/MakePicture"
import { type PictureSet, widthFor, WIDTHS } from "@media/pictures/PictureSet"
import { PictureStore } from "@media/pictures/PictureStore"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { acceptedForms } from "./accepted.ts"
import { fromArtwork } from "./make.ts"
import { sentAs, servedPicture, type ServedPicture } from "./serve.ts"
import { artworkOf, pictureSubject } from "./subject.ts"
import { automaticFrame } from "./videoFrame.ts"

/**
 * The version under which backdrops are stored. All backdrops have the same version, because a backdrop is stored with
 * the item's picture and deleted when the picture changes.
 */
const VERSION = "frame"
const LARGEST_WIDTH = WIDTHS[2]

/** Returns a wide frame of the video. Undefined if the video is missing, not probed yet, or taller than wide. */
const frameOf = (id: string) =>
  Effect.gen(function* () {
    const subject = yield* pictureSubject(id)
    if (Option.isNone(subject)) return undefined
    const { facts, source } = subject.value
    if (Option.isNone(facts) || source.status === "missing") return undefined
    const video = mainVideo(facts.value)
    const size = video === undefined ? undefined : frameSizeOf(video, LARGEST_WIDTH)
    // A video that was filmed in portrait format has no wide frames.
    if (size === undefined || size.height >= size.width) return undefined
    const { path } = yield* pinFile(source.root.path, source.file)
    const { box, frame } = yield* automaticFrame(path, facts.value)
    return yield* pictureOfFrame(frame, box)
  })

const keep = (id: string, { sizes }: PictureSet) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    for (const width of WIDTHS) {
      const { bytes } = sizes.find((size) => size.width >= width) ?? sizes.at(-1)!
      yield* store.add({ itemId: id, version: VERSION, width, form: "webp" }, bytes)
    }
  })

const artworkFor = (id: string) =>
  Effect.gen(function* () {
    const artwork = yield* artworkOf(id, ["backdrop"])
    return artwork === null ? undefined : yield* fromArtwork(artwork)
  })

/** Makes the backdrop from the picture next to a video, or else from a frame of the video. */
const makeForVideo = (id: string) =>
  Effect.scoped(Effect.flatMap(artworkFor(id), (near) => (near ? Effect.succeed(near) : frameOf(id))))

/**
 * Makes the backdrop of a video whose picture is a poster. Returns an effect that stores the backdrop. Run this effect
 * after storing the poster.
 */
export const prepareBackdrop = (id: string) =>
  Effect.map(Effect.option(makeForVideo(id)), (found) => {
    const set = Option.getOrUndefined(found)
    return set === undefined ? Effect.void : Effect.ignoreLogged(keep(id, set))
  })

/** Makes only one backdrop at a time. Otherwise, a page of cards could start forty decoders at once. */
const making = Effect.unsafeMakeSemaphore(1)
const WITHIN = "15 seconds"
const RETRY_MILLIS = 60_000
const mostFailures = 10_000
const failedUntil = new Map<string, number>()

const made = <E, R>(id: string, make: Effect.Effect<PictureSet | undefined, E, R>) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if ((failedUntil.get(id) ?? 0) > now) return
    const set = yield* Effect.option(Effect.timeout(make, WITHIN))
    const found = Option.getOrUndefined(set)
    if (found !== undefined) return yield* Effect.ignoreLogged(keep(id, found))
    if (failedUntil.size >= mostFailures) failedUntil.clear()
    failedUntil.set(id, now + RETRY_MILLIS)
  })

interface Asked {
  readonly wanted: number | undefined
  readonly accept: string
}
/** Replaces the ETag with a digest of the bytes, because the bytes of a backdrop may change without a new version. */
const byContent = (picture: ServedPicture): ServedPicture => ({
  ...picture,
  etag: `"${createHash("sha256").update(picture.bytes).digest("hex").slice(0, 24)}"`
})

const served = <E, R>(
  id: string,
  { accept, wanted }: Asked,
  make: Effect.Effect<PictureSet | undefined, E, R>
) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const of = { itemId: id, version: VERSION, width: widthFor(wanted, LARGEST_WIDTH) }
    const read = store.read({ ...of, form: "webp" })
    const present =
      (yield* read) ??
      (yield* making.withPermits(1)(
        Effect.flatMap(read, (again) =>
          again ? Effect.succeed(again) : Effect.zipRight(made(id, make), read)
        )
      ))
    if (present === undefined) return undefined
    const forms = acceptedForms(accept).filter((form) => form !== "avif")
    return byContent(yield* sentAs(of, present, forms))
  })

/** Returns a wide picture for a video whose own picture is a poster. Undefined if there is no wide picture. */
export const backdropOfVideo = (id: string, asked: Asked) => served(id, asked, makeForVideo(id))

const Still = Schema.Struct({ id: Schema.String, version: Schema.String, width: Schema.Number })
/** Returns the picture of the first visible episode whose picture is wider than high. Specials are tried last. */
const stillOf = (principal: Principal, seriesId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    return yield* rowOf(Still)(sql`
      select v.id, p.version, p.width
      from items s join items v on v.parent_id = s.id and v.kind = 'video' join item_pictures p on p.item_id = v.id
      where s.parent_id = ${seriesId} and s.kind = 'season' and v.status = 'ready' and p.width > p.height
        and ${visibility.items("v")}
      order by s.ordinal = 0, s.ordinal, v.ordinal, v.id limit 1`)
  })

/** Returns a wide picture of a series: the picture in its folder, or else the picture of an episode. */
export const backdropOfSeries = (principal: Principal, id: string, asked: Asked) =>
  Effect.gen(function* () {
    const near = yield* served(id, asked, Effect.scoped(artworkFor(id)))
    if (near !== undefined) return near
    const still = yield* Effect.orDie(stillOf(principal, id))
    if (Option.isNone(still)) return undefined
    const picture = yield* servedPicture(still.value.id, still.value, asked)
    return picture && byContent(picture)
  })
