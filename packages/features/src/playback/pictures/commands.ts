import { Egress } from "@media/egress/Egress"
import { transaction } from "@media/pg/Transaction"
import { Conflict, Invalid, NotFound, UpstreamFailed } from "@media/kernel/Errors"
import { enqueue } from "@media/jobs/Enqueue"
import { mainVideo } from "@media/media-tools/ProbeFacts"
import { imageTypeOf } from "@media/pictures/ImageType"
import { stillHeaderOf } from "@media/pictures/StillHeader"
import { pictureOfImage } from "@media/pictures/MakePicture"
import { PictureStore } from "@media/pictures/PictureStore"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, orConflict } from "../../platform/access/Command.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { PictureChoice } from "./events.ts"
import { recordOfPicture } from "./keep.ts"
import { onDisk } from "./onDisk.ts"
import { inHand, makePicture, type PictureInHand } from "./make.ts"
import { pictureSeen, toPicture } from "./queries.ts"
import { pictureOf } from "./queue.ts"
import { pictureSubject } from "./subject.ts"
import { whileWaiting } from "@media/pictures/WhileWaiting"

/** Returns the item. Fails if the caller may not see or edit the item. */
const requireSubject = (principal: Principal, kind: ItemKind, id: string) =>
  Effect.gen(function* () {
    const seen = yield* pictureSeen(principal, kind, id)
    if (Option.isNone(seen)) return yield* new NotFound({ what: kind })
    yield* Access.require(principal, "edit-item", { id })
    const subject = yield* pictureSubject(id)
    return Option.isSome(subject) ? subject.value : yield* new NotFound({ what: kind })
  })

/** Records the choice and the picture in one transaction. */
const choose = (
  principal: Principal,
  kind: ItemKind,
  id: string,
  choice: PictureChoice,
  { made, set }: PictureInHand
) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    yield* onDisk(store.write(id, set))
    yield* recordOfPicture(id, { _tag: "Choose", choice, made }, byAccount(principal)).pipe(orConflict)
    return toPicture(kind, id, made)
  })

/**
 * Stores an uploaded picture for an item. The caller must have checked that the bytes start with the signature of a
 * picture format.
 */
export const uploadPicture = Effect.fn("pictures.upload")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string,
  bytes: Buffer
) {
  const { source } = yield* requireSubject(principal, kind, id)
  const set = yield* whileWaiting(pictureOfImage(bytes))
  const store = yield* PictureStore
  const digest = yield* onDisk(store.keepOwn(id, set))
  return yield* choose(principal, kind, id, { from: "upload", digest }, inHand(set, source))
})

/** Limits concurrent downloads, because each picture may take up to 20 MiB of memory. */
const fetching = Effect.unsafeMakeSemaphore(4)

/** Downloads a picture from the web and makes it the picture of an item. */
export const fetchPicture = Effect.fn("pictures.fetch")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string,
  url: string
) {
  yield* requireSubject(principal, kind, id)
  const egress = yield* Egress
  return yield* fetching.withPermits(1)(
    Effect.gen(function* () {
      const { bytes } = yield* egress.fetch({ url: url.trim(), types: ["image/"] })
      if (imageTypeOf(bytes) === undefined && stillHeaderOf(bytes) === undefined)
        return yield* new UpstreamFailed({
          reason: "There is no JPEG, PNG, WebP, AVIF, GIF, BMP or JPEG 2000 picture at this address."
        })
      return yield* uploadPicture(principal, kind, id, bytes)
    }).pipe(
      Effect.catchTags({
        AddressRefused: ({ message }) =>
          new Invalid({ reason: `url: ${message}`, fields: [{ path: "url", message }] }),
        FetchFailed: ({ code, reason }) =>
          new UpstreamFailed({
            reason: code === "type" ? "There is no picture at this address." : reason
          }),
        NoPicture: ({ reason }) => new UpstreamFailed({ reason })
      })
    )
  )
})

/** Limits the number of frames that are decoded at once, because decoding slows down playback. */
const grabbing = Effect.unsafeMakeSemaphore(2)

/** Makes the frame at this time the picture of a video. */
export const chooseFrame = Effect.fn("pictures.chooseFrame")(function* (
  principal: Principal,
  id: string,
  seconds: number
) {
  const subject = yield* requireSubject(principal, "video", id)
  const facts = Option.getOrUndefined(subject.facts)
  if (facts === undefined || mainVideo(facts) === undefined || subject.source.status !== "ready")
    return yield* new Conflict({
      reason:
        "The file of this video cannot be read right now. It may be missing, damaged or not examined yet."
    })
  if (facts.durationSeconds > 0 && seconds > facts.durationSeconds) {
    const message = `must not be after the end of the video (${facts.durationSeconds.toFixed(1)} seconds)`
    return yield* new Invalid({ reason: `seconds: ${message}`, fields: [{ path: "seconds", message }] })
  }
  const choice = { from: "frame", seconds } as const
  const picture = yield* whileWaiting(grabbing.withPermits(1)(makePicture(subject, choice))).pipe(
    Effect.catchIf(
      (error) => error._tag !== "NotReady",
      ({ message }) => new Conflict({ reason: `The frame cannot be captured: ${message}` })
    )
  )
  return yield* choose(principal, "video", id, choice, picture)
})

/** Restores the automatic picture. The picture is made immediately. If that fails, a job tries again later. */
export const resetPicture = Effect.fn("pictures.reset")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string
) {
  const subject = yield* requireSubject(principal, kind, id)
  const { source } = subject
  yield* transaction(
    Effect.zipRight(
      recordOfPicture(id, { _tag: "Reset" }, byAccount(principal)),
      enqueue([pictureOf({ id, kind, label: source.label, triggeredBy: "manual" }, true)])
    )
  ).pipe(orConflict)
  const store = yield* PictureStore
  return yield* Effect.gen(function* () {
    const { made, set } = yield* grabbing.withPermits(1)(makePicture(subject, null))
    yield* store.write(id, set)
    yield* recordOfPicture(id, { _tag: "RecordPicture", choice: null, made }, byAccount(principal))
    return toPicture(kind, id, made)
  }).pipe(
    Effect.catchAll((error) =>
      Effect.as(
        Effect.logInfo("A job will make the automatic picture later", { id, reason: error.message }),
        null
      )
    )
  )
})
