import { openArchive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { sourceRowFields, toItemSource, type ItemSource } from "./source.ts"

/**
 * An item that is an entry of an archive. `file` is the path of the archive, but `size` and `mtimeMs` describe the
 * entry (see `ItemEntryRegistered`).
 */
export interface EntrySource extends ItemSource {
  /** Name of the entry in the archive. */
  readonly entry: string
}

/** The columns for `sourceRowFields`, plus the name of the entry. */
export const entryColumns = `v.id, v.library_id, a.root_id, v.title, a.path, r.path as root_path, a.path_bytes,
  e.size_bytes, e.crc32 as mtime_ms, v.status, null as failure, false as is_failure_passing, e.name as entry`
export const entryTables = `items v join archive_entries e on e.item_id = v.id
  join item_files a on a.item_id = e.archive_id join library_roots r on r.id = a.root_id`

export const entryRowFields = { ...sourceRowFields, entry: Schema.String }
const EntryRow = Schema.Struct(entryRowFields)

const readEntry = (id: string, kind: ItemKind, visible: Fragment) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(EntryRow)(sql`
      select ${sql.literal(entryColumns)} from ${sql.literal(entryTables)}
      where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visible}`)
    return Option.map(found, (row): EntrySource => ({ ...toItemSource(row), entry: row.entry }))
  })

/**
 * Returns the archive entry with this item id if the caller may see it. Returns none if the item is not an archive
 * entry.
 */
export const visibleEntry = (principal: Principal, kind: ItemKind, id: string) =>
  isUuid(id)
    ? Effect.flatMap(visibleTo(principal), (visibility) => readEntry(id, kind, visibility.items("v")))
    : Effect.succeed(Option.none<EntrySource>())

/** The content of an archive entry cannot be read. `reason` is shown to users. */
export class NoEntry extends Data.TaggedError("NoEntry")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/** The name of an archive entry. NUL and lone surrogates are replaced, because the database rejects them. */
export const entryName = ({ key }: Pick<ArchiveEntry, "key">): string =>
  key.toWellFormed().replaceAll("\0", "\uFFFD")

/** Maximum size in bytes of an image in an archive. Larger images are supported only outside archives. */
const MOST_BYTES = 64 * 1024 * 1024
/** Limits the number of entries that are read into memory at the same time. */
const reading = Effect.unsafeMakeSemaphore(4)

/**
 * Reads and verifies the content of an archive entry without unpacking the archive to disk. Fails with `NoEntry` if the
 * entry is gone or unreadable.
 */
export const entryBytes = ({ entry, file, root }: Pick<EntrySource, "entry" | "file" | "root">) =>
  reading.withPermits(1)(
    Effect.scoped(
      Effect.gen(function* () {
        const archive = yield* openArchive(root.path, file)
        const found = archive.entries.find((each) => entryName(each) === entry)
        if (found === undefined)
          return yield* new NoEntry({
            reason: "The archive no longer contains this image. The next scan will mark the image as missing."
          })
        return yield* archive.read(found.index, MOST_BYTES)
      })
    ).pipe(
      Effect.catchTags({
        ArchiveRefused: ({ reason }) => new NoEntry({ reason }),
        EntryRefused: ({ reason }) => new NoEntry({ reason })
      }),
      Effect.withSpan("items.entryBytes")
    )
  )
