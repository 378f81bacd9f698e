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
 * An item that is an entry of an archive. `file` is the archive; size and time are those of the entry (see its event).
 */
export interface EntrySource extends ItemSource {
  /** Its name in the archive. */
  readonly entry: string
}

/** For `sourceRowFields`, and the name of the entry. */
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

/** The archive entry that the caller may see; undefined for a file of its own. */
export const visibleEntry = (principal: Principal, kind: ItemKind, id: string) =>
  isUuid(id)
    ? Effect.flatMap(visibleTo(principal), (visibility) => readEntry(id, kind, visibility.items("v")))
    : Effect.succeed(Option.none<EntrySource>())

/** The content of an entry cannot be read; `reason` is a sentence for people. */
export class NoEntry extends Data.TaggedError("NoEntry")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/** The name of an entry: NUL and lone surrogates, which no database accepts, are replaced. */
export const entryName = ({ key }: Pick<ArchiveEntry, "key">): string =>
  key.toWellFormed().replaceAll("\0", "\uFFFD")

/** Maximum size of one image; larger ones are supported only as separate files. */
const MOST_BYTES = 64 * 1024 * 1024
/** Number of entries in memory at the same time. */
const reading = Effect.unsafeMakeSemaphore(4)

/** The content of an entry, read in place and checked. */
export const entryBytes = ({ entry, file, root }: Pick<EntrySource, "entry" | "file" | "root">) =>
  reading.withPermits(1)(
    Effect.scoped(
      Effect.gen(function* () {
        const archive = yield* openArchive(root.path, file)
        const found = archive.entries.find((each) => entryName(each) === entry)
        if (found === undefined)
          return yield* new NoEntry({
            reason: "The archive no longer holds this image; the next scan will notice."
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
