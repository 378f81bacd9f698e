import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { Contents, type Library, type LibraryScan, VideosAs, WriteNfo } from "./contract.ts"
import { scansUnderWay } from "./scanning.ts"

const LibraryRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  is_nsfw: Schema.Boolean,
  contents: Schema.Array(Contents),
  videos_as: VideosAs,
  write_nfo: WriteNfo,
  nfo_watched_account_id: Schema.NullOr(Schema.String),
  created_at: Schema.DateFromSelf,
  by_kind: Schema.Record({ key: Schema.String, value: Schema.Number }),
  unready: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ missing: Schema.Number, failed: Schema.Number, arriving: Schema.Number })
  }),
  missing: Schema.Number,
  failed: Schema.Number,
  arriving: Schema.Number
})
const RootRow = Schema.Struct({
  id: Schema.String,
  library_id: Schema.String,
  path: Schema.String,
  enabled: Schema.Boolean,
  recursive: Schema.Boolean,
  last_scanned_at: Schema.NullOr(Schema.DateFromSelf)
})

const toLibrary = (
  row: typeof LibraryRow.Type,
  roots: ReadonlyArray<typeof RootRow.Type>,
  scans: ReadonlyMap<string, LibraryScan>
): Library => ({
  id: row.id,
  name: row.name,
  isNsfw: row.is_nsfw,
  contents: row.contents,
  videosAs: row.videos_as,
  writeNfo: row.write_nfo,
  nfoWatchedAccountId: row.nfo_watched_account_id,
  roots: roots
    .filter((root) => root.library_id === row.id)
    .map((root) => ({
      id: root.id,
      path: root.path,
      enabled: root.enabled,
      recursive: root.recursive,
      lastScannedAt: root.last_scanned_at === null ? null : toTimestamp(root.last_scanned_at),
      scan: scans.get(root.id) ?? null
    })),
  counts: {
    items: Object.values(row.by_kind).reduce((sum, n) => sum + n, 0),
    missing: row.missing,
    failed: row.failed,
    arriving: row.arriving,
    byKind: row.by_kind,
    unready: row.unready
  },
  createdAt: toTimestamp(row.created_at)
})

/** Returns the libraries that the caller may see, sorted by name. Only administrators see the paths. */
export const listLibraries = Effect.fn("libraries.list")(function* (principal: Principal, id?: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const isAdmin = Access.can(principal, "import-watched")
  const libraries = yield* rowsOf(LibraryRow)(sql`
    select l.id, l.name, l.is_nsfw, l.contents, l.videos_as, l.write_nfo, l.created_at,
           (select a.id from accounts a where a.id = l.nfo_watched_account_id and ${isAdmin}) as nfo_watched_account_id,
           coalesce(c.by_kind, '{}'::jsonb) as by_kind, coalesce(c.unready, '{}'::jsonb) as unready,
           coalesce(c.missing, 0)::int as missing,
           coalesce(c.failed, 0)::int as failed, coalesce(c.arriving, 0)::int as arriving
    from libraries l left join lateral (
      select jsonb_object_agg(k.kind, k.n) filter (where k.n > 0) as by_kind,
             jsonb_object_agg(k.kind, jsonb_build_object('missing', k.missing, 'failed', k.failed, 'arriving', k.arriving))
               filter (where k.missing + k.failed + k.arriving > 0) as unready, sum(k.missing) as missing,
             sum(k.failed) as failed, sum(k.arriving) as arriving from (
        select c.kind, sum(c.n)::int as n, coalesce(sum(c.n) filter (where c.status = 'missing'), 0) as missing,
               coalesce(sum(c.n) filter (where c.status = 'failed'), 0) as failed,
               coalesce(sum(c.n) filter (where c.status = 'arriving'), 0) as arriving
        from item_counts c where c.library_id = l.id and ${visibility.inVisibleLibrary("c")}
          and (c.role is null or c.role <= 'video') group by c.kind
      ) k
    ) c on true
    where ${visibility.libraries("l")} ${id === undefined ? sql.literal("") : sql`and l.id = ${id}`}
    order by lower(l.name), l.id`)
  const roots = Access.can(principal, "see-locations")
    ? yield* rowsOf(RootRow)(sql`
          select r.id, r.library_id, r.path, r.enabled, r.recursive, s.last_scanned_at
          from library_roots r left join root_scans s on s.root_id = r.id order by r.ordinal, r.id`)
    : []
  const scans = roots.length === 0 ? new Map<string, LibraryScan>() : yield* scansUnderWay
  return libraries.map((library) => toLibrary(library, roots, scans))
})

export const getLibrary = Effect.fn("libraries.get")(function* (principal: Principal, id: string) {
  const [library] = isUuid(id) ? yield* listLibraries(principal, id) : []
  return library ?? (yield* new NotFound({ what: "library" }))
})

const RootPath = Schema.Struct({ id: Schema.String, path: Schema.String, library: Schema.String })

/** Returns the paths of all roots. Callers use the paths to check that no root contains another. */
export const rootPaths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* rowsOf(RootPath)(sql`
    select r.id, r.path, l.name as library from library_roots r join libraries l on l.id = r.library_id`)
})
