import * as SqlClient from "@effect/sql/SqlClient"
import type { Event } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { enqueue } from "@media/jobs/Enqueue"
import { Conflict, Invalid, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AttachedAs, type AttachmentEvent } from "../../catalog/items/attachmentEvents.ts"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { adoptUserState } from "./adopt.ts"
import { adoptDescription } from "./adoptDescription.ts"
import { seriesScanOf } from "./queue.ts"
import type { VersionInput } from "./versionsContract.ts"

const Role = Schema.Literal("movie", "episode", "video", "version", "part", "extra")
const File = Schema.Struct({
  id: Schema.String,
  role: Role,
  libraryId: Schema.String,
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number),
  to: Schema.NullOr(Schema.String),
  as: Schema.NullOr(AttachedAs),
  label: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number),
  extraType: Schema.NullOr(Schema.String),
  isByHand: Schema.Boolean,
  ownRole: Schema.NullOr(Schema.Literal("movie", "episode", "video"))
})
type File = typeof File.Type
type WorkRole = "movie" | "episode" | "video"

/**
 * Returns the video `id`, the videos attached to it, and the videos in `more`. Omits videos that the caller may not
 * see.
 */
const filesOf = (principal: Principal, id: string, more: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const known = isUuid(id) ? [id, ...more.filter(isUuid)] : []
    return yield* rowsOf(File)(sql`
      select v.id, v.role, v.library_id as "libraryId", v.parent_id as "parentId", v.ordinal, a.to_id as "to",
        case when a.attached_as in ('version', 'part', 'extra') then a.attached_as end as "as", a.label, a.number, a.extra_type as "extraType",
        coalesce(a.is_by_hand, false) as "isByHand", c.role as "ownRole"
      from items v left join item_attachments a on a.item_id = v.id left join video_classifications c on c.item_id = v.id
      where (v.id = any(${known}::uuid[]) or v.id in (
          select b.item_id from item_attachments b where b.to_id = any(${known.slice(0, 1)}::uuid[]))) and v.kind = 'video' and ${visibility.items("v")}`)
  })

const workOf = (files: ReadonlyArray<File>, id: string, role: "movie" | "episode") =>
  Effect.suspend(() => {
    const work = files.find((file) => file.id === id && file.role === role)
    return work === undefined ? new NotFound({ what: role }) : Effect.succeed(work)
  })

const videoOf = (files: ReadonlyArray<File>, id: string) =>
  Effect.suspend(() => {
    const video = files.find((file) => file.id === id)
    return video === undefined ? new NotFound({ what: "video" }) : Effect.succeed(video)
  })

interface Change {
  readonly id: string
  readonly events: ReadonlyArray<AttachmentEvent | ItemEvent>
}

/** Appends the events of one manual change, and queues the classification of the library. */
const write = (principal: Principal, libraryId: string, changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const versions = yield* versionsOf(changes.map(({ id }) => id))
    yield* store.append<Event>(
      changes.map(({ events, id }) => ({ streamId: id, expectedVersion: versions.get(id) ?? 0, events })),
      { actor: principal.accountId, cause: "web" }
    )
    yield* enqueue([seriesScanOf(libraryId, "Changed versions or parts", "manual")])
  })

const atOnce = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  transaction(work).pipe(
    Effect.catchIf(
      (error): error is Extract<E, { readonly _tag: "VersionConflict" }> =>
        (error as { readonly _tag?: string })._tag === "VersionConflict",
      () => new Conflict({ reason: "Someone else changed this item at the same time. Try again." })
    )
  )

const unplaced = { _tag: "item.placed.v1" as const, parentId: null, ordinal: null }

const requireFree = (work: File, video: File) => {
  const reason =
    video.id === work.id
      ? "A video cannot be attached to itself."
      : video.libraryId !== work.libraryId
        ? "Both videos must be in the same library."
        : undefined
  return reason === undefined
    ? Effect.void
    : new Invalid({ reason: `videoId: ${reason}`, fields: [{ path: "videoId", message: reason }] })
}

/** Makes a video a version of a movie or an episode, and copies the user state of the video to the work. */
export const attachVersion = Effect.fn("series.attachVersion")(function* (
  principal: Principal,
  role: "movie" | "episode",
  id: string,
  { label = null, videoId }: VersionInput
) {
  const files = yield* filesOf(principal, id, [videoId])
  const work = yield* workOf(files, id, role)
  const video = yield* videoOf(files, videoId)
  yield* requireFree(work, video)
  const attached = {
    _tag: "item.attached.v1" as const,
    to: id,
    as: "version" as const,
    label,
    isByHand: true
  }
  yield* atOnce(
    Effect.zipRight(
      write(principal, work.libraryId, [{ id: videoId, events: [attached, unplaced] }]),
      adoptUserState(videoId, id)
    )
  )
})

/** Turns a version, part or extra back into a work of its own. Later scans do not attach the video again. */
export const detachVersion = Effect.fn("series.detachVersion")(function* (
  principal: Principal,
  role: "movie" | "episode",
  id: string,
  videoId: string
) {
  const files = yield* filesOf(principal, id)
  const work = yield* workOf(files, id, role)
  const video = yield* videoOf(files, videoId)
  if (video.to !== id) return yield* new NotFound({ what: "version" })
  const detached = { _tag: "item.detached.v1" as const, role: video.ownRole ?? role, isByHand: true }
  yield* atOnce(write(principal, work.libraryId, [{ id: videoId, events: [detached] }]))
})

/**
 * Makes a version the primary file of its work, and copies the user state and edits of the work to the new primary
 * file.
 */
export const choosePrimary = Effect.fn("series.choosePrimary")(function* (
  principal: Principal,
  role: "movie" | "episode",
  id: string,
  videoId: string
) {
  const files = yield* filesOf(principal, id)
  const work = yield* workOf(files, id, role)
  if (videoId === id) return
  const video = yield* videoOf(files, videoId)
  if (video.to !== id || video.as !== "version") return yield* new NotFound({ what: "version" })
  const others = files.filter((file) => file.to === id && file.id !== videoId && file.as !== null)
  const placed = { _tag: "item.placed.v1" as const, parentId: work.parentId, ordinal: work.ordinal }
  yield* atOnce(
    Effect.gen(function* () {
      yield* write(principal, work.libraryId, [
        {
          id: videoId,
          events: [{ _tag: "item.detached.v1", role: work.role as WorkRole, isPrimary: true }, placed]
        },
        {
          id,
          // The old primary file is attached to the new primary file. If a user had attached the version, the new
          // attachment is also marked as manual, so that scans do not undo it.
          events: [
            { _tag: "item.attached.v1", to: videoId, as: "version", label: null, isByHand: video.isByHand },
            unplaced
          ]
        },
        ...others.map((other) => ({
          id: other.id,
          events: [
            {
              _tag: "item.attached.v1" as const,
              ...{ to: videoId, as: other.as!, label: other.label, number: other.number },
              ...{ extraType: other.extraType, isByHand: other.isByHand }
            }
          ]
        }))
      ])
      yield* adoptUserState(id, videoId)
      yield* adoptDescription(id, videoId)
    })
  )
})

/** Sets the additional parts of a work in playing order. */
export const setParts = Effect.fn("series.setParts")(function* (
  principal: Principal,
  role: "movie" | "episode",
  id: string,
  videoIds: ReadonlyArray<string>
) {
  const files = yield* filesOf(principal, id, videoIds)
  const work = yield* workOf(files, id, role)
  const parts = yield* Effect.forEach(videoIds, (videoId) => videoOf(files, videoId))
  yield* Effect.forEach(parts, (part) => requireFree(work, part), { discard: true })
  const left = files.filter((file) => file.to === id && file.as === "part" && !videoIds.includes(file.id))
  yield* atOnce(
    write(principal, work.libraryId, [
      ...parts.map((part, index) => ({
        id: part.id,
        events: [
          {
            _tag: "item.attached.v1" as const,
            to: id,
            as: "part" as const,
            number: index + 2,
            isByHand: true
          },
          unplaced
        ]
      })),
      ...left.map((part) => ({
        id: part.id,
        events: [{ _tag: "item.detached.v1" as const, role: part.ownRole ?? role, isByHand: true }]
      }))
    ])
  )
})
