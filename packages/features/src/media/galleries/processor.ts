import * as SqlClient from "@effect/sql/SqlClient"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import { type Archive, openArchive } from "@media/archives/OpenArchive"
import { refused } from "@media/archives/Refusals"
import { EventStore } from "@media/event-store/EventStore"
import { VersionConflict } from "@media/event-store/errors"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { partsDone } from "@media/jobs/GroupProgress"
import { processor } from "@media/jobs/Processor"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { writeChanges } from "../../catalog/groups/write.ts"
import { itemDecider } from "../../catalog/items/decider.ts"
import { type FileStamp, isSameFile } from "../../catalog/items/fileState.ts"
import { type ItemSource, sourceOfKind } from "../../catalog/items/source.ts"
import { entryChanges, imagesIn } from "./archive.ts"
import { galleryDecider } from "./decider.ts"
import { groupFolders } from "./folders.ts"
import { galleryScan } from "./queue.ts"

const meta = { cause: galleryScan.name } as const

/**
 * Returns the error that makes the job retry, because the archive changed while it was being read. The next scan also
 * notices the new content and queues another job.
 */
const changed = () => new RetryableFailure({ message: "The archive changed while it was being read" })

const stampOf = (source: ItemSource) =>
  Effect.scoped(
    Effect.map(pinFile(source.root.path, source.file), ({ mtimeMs, size }): FileStamp => ({ mtimeMs, size }))
  )

const EntryRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  size: Schema.Number,
  crc32: Schema.Number,
  isPresent: Schema.Boolean,
  ordinal: Schema.Number
})
const Sorted = Schema.Struct({ is_hand_sorted: Schema.Boolean })

/** Updates the recorded images of an archive to match its contents. */
const recordEntries = (
  archiveId: string,
  found: ReadonlyMap<string, ArchiveEntry>,
  report: ReturnType<typeof partsDone>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = yield* rowsOf(EntryRow)(sql`
      select v.id, e.name, e.size_bytes as size, e.crc32, e.is_present as "isPresent", coalesce(v.ordinal, 0) as ordinal
      from archive_entries e join items v on v.id = e.item_id where e.archive_id = ${archiveId}`)
    const [group] = yield* rowsOf(Sorted)(
      sql`select is_hand_sorted from item_groups where item_id = ${archiveId}`
    )
    const changes = entryChanges(archiveId, known, found, group?.is_hand_sorted === true)
    yield* writeChanges(changes, galleryScan.name, report)
  }).pipe(Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))

/** Records the failure as the scan result of the archive. The file list and the archive's page show the reason. */
const recordFailure = (source: ItemSource, stamp: FileStamp, reason: string) =>
  Effect.zipRight(
    Effect.flatMap(EventStore, (store) =>
      store.execute({
        streamId: source.id,
        decider: itemDecider,
        command: { _tag: "RecordProbeFailure", ...stamp, reason },
        meta
      })
    ),
    new PermanentFailure({ message: reason })
  )

const noteOf = (refusedEntries: ReadonlyArray<ArchiveEntry>): string | null => {
  const first = refusedEntries[0]?.refusal
  if (first === undefined) return null
  const count = refusedEntries.length === 1 ? "One image is" : `${refusedEntries.length} images are`
  return `${count} skipped. ${refused(first).reason}`
}

const read = (source: ItemSource, stamp: FileStamp, archive: Archive, report: ReturnType<typeof partsDone>) =>
  Effect.gen(function* () {
    const { byName, refused: refusedEntries } = imagesIn(archive.entries)
    const note = noteOf(refusedEntries)
    if (byName.size === 0)
      return yield* recordFailure(source, stamp, note ?? "This archive contains no images.")
    yield* recordEntries(source.id, byName, report)
    const store = yield* EventStore
    yield* store.execute({
      streamId: source.id,
      decider: galleryDecider,
      command: { _tag: "RecordRead", ...stamp, images: byName.size, note },
      meta
    })
    return { images: byName.size, leftOut: refusedEntries.length }
  })

const unopenable = ({ code, reason }: FileUnopenable) => {
  if (code === "not-found")
    return new PermanentFailure({
      message: "The archive no longer exists. The next scan will mark it as missing."
    })
  return code === "outside-root" || code === "not-a-file"
    ? new PermanentFailure({ message: reason })
    : new RetryableFailure({ message: reason })
}

/**
 * Reads only the directory of an archive, not the contents of its entries. If the archive is damaged, encrypted or
 * malicious, records the reason.
 */
const readArchive = Effect.fn("galleries.readArchive")(function* (
  archiveId: string,
  report: ReturnType<typeof partsDone>
) {
  const source = Option.getOrUndefined(yield* sourceOfKind("gallery", archiveId))
  if (source === undefined) return { skipped: "The archive was removed" }
  if (source.status === "missing") return { skipped: "The archive is missing" }
  const stamp = yield* stampOf(source)
  if (!isSameFile(stamp, source)) return yield* changed()
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* Effect.either(openArchive(source.root.path, source.file))
      if (Either.isRight(opened)) return yield* read(source, stamp, opened.right, report)
      const error = opened.left
      if (error._tag !== "ArchiveRefused" || error.code === "io-error") return yield* Effect.fail(error)
      return yield* recordFailure(source, stamp, error.reason)
    })
  )
})

/** Groups the images of a root after its scan, or reads one archive. */
export const galleryScanProcessor = processor(galleryScan, ({ archiveId, rootId }, context) =>
  Effect.gen(function* () {
    if (archiveId !== undefined)
      return yield* readArchive(archiveId, partsDone(context, "Reading the archive"))
    if (rootId !== undefined)
      return yield* groupFolders(rootId, partsDone(context, "Sorting images into galleries"))
    return { skipped: "There is nothing to scan" }
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The archive was removed" }),
      ProbeOutdated: changed,
      VersionConflict: changed,
      FileUnopenable: unopenable,
      ArchiveRefused: ({ reason }) => new RetryableFailure({ message: reason })
    })
  )
)
