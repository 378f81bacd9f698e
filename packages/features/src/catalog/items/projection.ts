import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemRestored, type ItemTrashed } from "./removal.ts"
import { TRASH_LIBRARY } from "./ids.ts"
import {
  ItemEdited,
  type ItemEvent,
  type ItemFileChanged,
  ItemFileMoved,
  type ItemFileRestamped,
  ItemRegistered,
  type LibraryItemsForgotten
} from "./events.ts"
import type { AttachmentEvent } from "./attachmentEvents.ts"
import { attachmentHandlers, forgetAttachments } from "./attachments.ts"
import type { GroupEvent } from "./groupEvents.ts"
import { fileOf, momentFromFile, momentOfFile } from "./moments.ts"
import { summaryHandlers } from "./summaryRows.ts"
import { writeStatements } from "./sourceRows.ts"
import { entryHandlers } from "./entries.ts"
import { groupHandlers, groupKindList, recomputeGroups, recomputingGroups } from "./groups.ts"
import { examinedKinds } from "../../ItemKind.ts"
import { sortTitleOf } from "./title.ts"

type Projected =
  | ItemEvent
  | GroupEvent
  | AttachmentEvent
  | typeof LibraryItemsForgotten.Type
  | typeof ItemTrashed.Type
  | typeof ItemRestored.Type

const stampFields = { size: Schema.Int, mtimeMs: Schema.Int }
const PlainRow = Schema.Struct(recordedFields)
const RegisteredRow = Schema.Struct({
  ...recordedFields,
  ...ItemRegistered.fields,
  ...stampFields,
  sortTitle: Schema.String
})
const ChangedRow = Schema.Struct({ ...recordedFields, ...stampFields })
const MovedRow = Schema.Struct({ ...recordedFields, ...ItemFileMoved.fields, ...stampFields })
const UnprobedRow = Schema.Struct({
  ...recordedFields,
  reason: Schema.optional(Schema.String),
  ctimeMs: Schema.optional(Schema.Int)
})
const RestoredRow = Schema.Struct({
  ...recordedFields,
  ...ItemRestored.pick("libraryId", "isPresent").fields
})
const EditedRow = Schema.Struct({
  ...recordedFields,
  ...ItemEdited.pick("editVersion").fields,
  set: Schema.Object
})

/** Returns a row set with only the stream id and time of each event, for events without other data. */
const plain = (events: ReadonlyArray<Recorded>) => recordset(PlainRow, events.map(recordedRow)).from

/** SQL for the status of an item whose file is present. */
const statusOf =
  "(case when f.is_probed then 'ready' when f.failure is not null then 'failed' else 'arriving' end)::item_status"

const kindsToProbe = `array[${examinedKinds.map((kind) => `'${kind}'`).join(", ")}]::item_kind[]`
const noFailure = "failure = null, is_failure_passing = false, failure_ctime_ms = null"

/**
 * Records the new size and time of a changed file. Clears the hash, the failure and the date, because they come from
 * the old content.
 */
const newContent = (
  events: ReadonlyArray<Recorded<typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type>>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = recordset(ChangedRow, events.map(recordedRow))
    yield* sql`
      with changed as (
        update item_files f set size_bytes = x.size, mtime_ms = x.mtime_ms, oshash = null,
               is_probed = not (v.kind = any(${sql.literal(kindsToProbe)})), ${sql.literal(noFailure)}
        from ${rows.from} join items v on v.id = x.id
        where f.item_id = x.id returning f.*, x.at
      )
      update items v set size_bytes = f.size_bytes, updated_at = f.at,
             moment = null, moment_from = null,
             status = (case when not f.is_present then 'missing' when f.is_probed then 'ready' else 'arriving' end)::item_status
      from changed f where v.id = f.item_id`
    // For an archive entry, `mtimeMs` contains the checksum.
    yield* sql`
      with changed as (
        update archive_entries e set size_bytes = x.size, crc32 = x.mtime_ms from ${rows.from}
        where e.item_id = x.id returning e.item_id, e.size_bytes, x.at
      )
      update items v set size_bytes = e.size_bytes, updated_at = e.at, moment = null, moment_from = null from changed e where v.id = e.item_id`
    yield* recomputeGroups(events.map(({ streamId }) => streamId))
  })

/**
 * Records why the file has no probe result, or clears the reason when another probe was requested. For an image that
 * cannot be examined, the time at which it was taken is derived from its name or file time.
 */
const unprobed = (
  events: ReadonlyArray<Recorded<Extract<ItemEvent, { readonly _tag: `item.probe-${string}` }>>>,
  failure: { readonly isPassing: boolean } | undefined
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      with changed as (
        update item_files f set failure = x.reason, failure_ctime_ms = x.ctime_ms,
               is_failure_passing = ${failure?.isPassing ?? false}, is_probed = ${
                 failure?.isPassing === false ? sql.literal("false") : sql.literal("f.is_probed")
               }
        from ${recordset(UnprobedRow, events.map(recordedRow)).from}
        where f.item_id = x.id returning f.item_id, f.is_present, x.at
      )
      update items v set updated_at = f.at, status =
             (case when f.is_present then ${sql.literal(failure === undefined ? "'arriving'" : "'failed'")} else 'missing' end)::item_status
      from changed f where v.id = f.item_id`
    if (failure === undefined || failure.isPassing) return
    yield* sql`
      update items v set moment = ${sql.literal(momentOfFile)}, moment_from = ${sql.literal(momentFromFile)}
      from unnest(${events.map(({ streamId }) => streamId)}::uuid[]) as x(id)
        cross join lateral ${sql.literal(fileOf("x"))} f
      where v.id = x.id and v.kind = 'image' and v.moment is null`
  })

const Parent = Schema.Struct({ parent: Schema.String })

/** Returns the edit version, and the new values keyed by field. */
const editOf = ({ changes, editVersion }: typeof ItemEdited.Type) => ({
  editVersion,
  set: Object.fromEntries(changes.map(({ field, to }) => [field, to]))
})

export const itemsProjection = projection<Projected>({
  name: "items",
  tables: [
    "items",
    "item_files",
    "item_texts",
    "item_sources",
    "item_groups",
    "archive_entries",
    "item_attachments"
  ],
  handlers: {
    ...groupHandlers,
    ...attachmentHandlers,
    ...entryHandlers,
    ...summaryHandlers,
    "item.registered.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(
          RegisteredRow,
          events.map((each) => ({ ...recordedRow(each), sortTitle: sortTitleOf(each.event.title) }))
        )
        return sql`
          with x as materialized (
            select *, decode(path_bytes, 'base64') as bytes from ${rows.from}
          ), files as (
            insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, path_hash, path, path_bytes)
            select id, root_id, size, mtime_ms, true, not (kind = any(${sql.literal(kindsToProbe)})),
                   substr(sha256(bytes), 1, 16), path, nullif(bytes, convert_to(path, 'UTF8')) from x
          ), groups as (
            insert into item_groups (item_id, is_derived)
            select id, false from x where kind = any(${sql.literal(groupKindList)})
          )
          insert into items (id, library_id, kind, role, size_bytes, title, sort_title, date, status, shuffle_key, created_at, updated_at)
          select id, library_id, kind, case when kind = 'video' then 'video'::item_role end, size, title, sort_title, date,
                 (case when kind = any(${sql.literal(kindsToProbe)}) then 'arriving' else 'ready' end)::item_status,
                 hashtextextended(id::text, 0), at, at
          from x`
      }),
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "item.file-moved.v1": recomputingGroups((events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select *, decode(x.path_bytes, 'base64') as bytes from ${recordset(MovedRow, events.map(recordedRow)).from}
          ), changed as (
            update item_files f set root_id = x.root_id, path = x.path, path_hash = substr(sha256(x.bytes), 1, 16),
                   path_bytes = nullif(x.bytes, convert_to(x.path, 'UTF8')), size_bytes = x.size, mtime_ms = x.mtime_ms,
                   is_present = true
            from x where f.item_id = x.id returning f.*, x.library_id, x.at
          )
          update items v set library_id = f.library_id, size_bytes = f.size_bytes, status = ${sql.literal(statusOf)},
                 updated_at = f.at,
                 moment = case when v.moment_from <> 'camera' then ${sql.literal(momentOfFile)} else v.moment end,
                 moment_from = case when v.moment_from <> 'camera' then ${sql.literal(momentFromFile)} else v.moment_from end
          from changed f where v.id = f.item_id`
      )
    ),
    "item.file-missing.v1": recomputingGroups((events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select * from ${plain(events)}
          ), files as (
            update item_files f set is_present = false from x where f.item_id = x.id
          ), entries as (
            update archive_entries e set is_present = false from x where e.item_id = x.id
          )
          update items v set status = 'missing', updated_at = x.at from x where v.id = x.id`
      )
    ),
    "item.file-found.v1": recomputingGroups((events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select * from ${plain(events)}
          ), changed as (
            update item_files f set is_present = true from x where f.item_id = x.id
            returning f.item_id, f.is_probed, f.failure
          ), entries as (
            update archive_entries e set is_present = true from x where e.item_id = x.id
          )
          update items v set status = case when f.item_id is null then 'ready' else ${sql.literal(statusOf)} end,
                 updated_at = x.at
          from x left join changed f on f.item_id = x.id where v.id = x.id`
      )
    ),
    "item.probe-failed.v1": (events) => unprobed(events, { isPassing: false }),
    "item.probe-deferred.v1": (events) => unprobed(events, { isPassing: true }),
    "item.probe-requested.v1": (events) => unprobed(events, undefined),
    // The item leaves its library, so that another file can use its path.
    "item.trashed.v1": recomputingGroups((events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select * from ${plain(events)}
          ), files as (
            update item_files f set is_present = false from x where f.item_id = x.id
          ), groups as (
            update item_groups g set is_removed = true from x where g.item_id = x.id
          )
          update items v set library_id = ${TRASH_LIBRARY}, status = 'missing', updated_at = x.at
          from x where v.id = x.id`
      )
    ),
    "item.restored.v1": recomputingGroups((events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select * from ${recordset(RestoredRow, events.map(recordedRow)).from}
          ), groups as (
            update item_groups g set is_removed = false from x where g.item_id = x.id
          ), changed as (
            update item_files f set is_present = x.is_present from x
            where f.item_id = x.id returning f.item_id, f.is_present, f.is_probed, f.failure
          )
          update items v set library_id = x.library_id, updated_at = x.at,
                 status = case when f.item_id is null then v.status when f.is_present then ${sql.literal(statusOf)}
                               else 'missing'::item_status end
          from x left join changed f on f.item_id = x.id where v.id = x.id`
      )
    ),
    "item.edited.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(
          EditedRow,
          events.map((each) => ({ ...recordedRow(each), ...editOf(each.event) }))
        )
        yield* sql`
          update items v set
            is_organized = coalesce((x.set -> 'isOrganized')::boolean, v.is_organized),
            is_nsfw = coalesce((x.set -> 'isNsfw')::boolean, v.is_nsfw),
            is_nsfw_own = coalesce((x.set -> 'isNsfw')::boolean, v.is_nsfw_own),
            edit_version = x.edit_version, updated_at = x.at
          from ${rows.from} where v.id = x.id`
        yield* writeStatements(events)
        const hidden = events.filter(({ event }) => event.changes.some(({ field }) => field === "isNsfw"))
        yield* recomputeGroups(hidden.map(({ streamId }) => streamId))
      }),
    "item.sourced.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const edits = events.flatMap(({ at, event: { editVersion }, streamId }) =>
          editVersion === undefined ? [] : [{ id: streamId, at, editVersion, set: {} }]
        )
        yield* writeStatements(events)
        if (edits.length > 0)
          yield* sql`
            update items v set edit_version = x.edit_version, updated_at = x.at
            from ${recordset(EditedRow, edits).from} where v.id = x.id`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.flatMap(({ event }) => event.itemIds)
        const parents = yield* rowsOf(Parent)(sql`
          select distinct parent_id as parent from items where id = any(${ids}::uuid[]) and parent_id is not null`)
        yield* sql`delete from items where id = any(${ids}::uuid[])`
        yield* sql`delete from item_files where item_id = any(${ids}::uuid[])`
        yield* sql`delete from item_sources where item_id = any(${ids}::uuid[])`
        yield* sql`delete from item_texts where item_id = any(${ids}::uuid[])`
        yield* sql`delete from archive_entries where item_id = any(${ids}::uuid[])`
        yield* sql`delete from item_groups where item_id = any(${ids}::uuid[])`
        yield* forgetAttachments(ids)
        // Remove the items of a deleted group from the group.
        yield* sql`update items set parent_id = null, ordinal = null where parent_id = any(${ids}::uuid[])`
        yield* recomputeGroups(parents.map(({ parent }) => parent))
      })
  }
})
