import * as SqlClient from "@effect/sql/SqlClient"
import { AssetFolder } from "@media/assets/AssetFolder"
import { isItemId, itemFolder } from "@media/assets/AssetPaths"
import { isInUse } from "@media/assets/InUse"
import { inBatches } from "@media/event-store/EventStore"
import { isUuid } from "@media/kernel/Ids"
import type { JobContext } from "@media/jobs/JobContext"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { rmdir } from "node:fs/promises"
import { isGeneratedName, versionOf } from "./adjacentNames.ts"
import { adjacentAmount, putAdjacent, removeAdjacent, takeAdjacent } from "./adjacent.ts"
import { onDisk, type Stopped } from "./diskWork.ts"
import { GeneratedFiles, type GeneratedFilesShape } from "./GeneratedFiles.ts"
import { movableOf, type Movable } from "./movable.ts"
import type { Roots } from "./roots.ts"
import type { Tally } from "./tally.ts"

/** The number of items per query. */
const CHUNK = 500

export interface Work {
  readonly tally: Tally
  readonly stopped: Stopped
  readonly roots: Roots
  readonly context: Pick<JobContext, "progress">
}

const Known = Schema.Struct({ isKnown: Schema.Boolean })

/** True if this server once had the item and the item no longer exists. */
const isForgotten = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Known)(sql`
      select exists (select from events where stream_id = ${id}) and not exists (select from items where id = ${id})
        as "isKnown"`)
    return row?.isKnown === true
  })

const rememberAdjacent = ({ id, location, rootId }: Movable, files: number, bytes: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into adjacent_files (item_id, root_id, path, files, bytes)
      values (${id}, ${rootId}, ${location.path}, ${files}, ${bytes})
      on conflict (item_id) do update set root_id = excluded.root_id, path = excluded.path, files = excluded.files,
        bytes = excluded.bytes, changed_at = now()`
  )

const forgetAdjacent = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from adjacent_files where item_id = ${id}`)

/**
 * Returns the generated files in the cache that can be moved next to an item's media. AVIF pictures remain in the
 * cache, because the server can quickly regenerate them from the WebP pictures.
 */
const inCache = async (made: GeneratedFilesShape, { id, versions }: Movable) => {
  const found: Array<{ readonly name: string; readonly path: string }> = []
  for (const { assets } of made.folders.filter(({ isMovable }) => isMovable)) {
    const folder = new AssetFolder(itemFolder(assets.folder, id))
    for (const name of await folder.names())
      if (isGeneratedName(name) && !name.endsWith(".avif") && versions.has(versionOf(name)))
        found.push({ name, path: folder.file(name) })
  }
  return found
}

/**
 * Deletes the HLS files of a video after its other generated files were moved, as the specification of this product
 * requires. The server regenerates them on demand.
 */
const invalidateStream = (made: GeneratedFilesShape, tally: Tally, { id, location }: Movable) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    onDisk(async () => {
      const folder = new AssetFolder(itemFolder(made.hls.assets.folder, id))
      if ((await folder.names()).length === 0) return
      if (await isInUse(folder, now))
        return tally.left(location.root, "The converted stream is in use and was not deleted.")
      await folder.remove()
      tally.invalidated()
    })
  )

const putOne = (movable: Movable, tally: Tally) =>
  Effect.gen(function* () {
    const made = yield* GeneratedFiles
    const files = yield* onDisk(() => inCache(made, movable))
    if (files.length === 0) return
    const runtime = yield* Effect.runtime<SqlClient.SqlClient>()
    const sql = yield* SqlClient.SqlClient
    const known = yield* sql`select 1 from adjacent_files where item_id = ${movable.id}`
    // Record the location before the first file is moved, so that a later run finds the files after an interruption.
    if (known.length === 0) yield* rememberAdjacent(movable, 0, 0)
    const owner = {
      itemId: movable.id,
      isForgotten: (id: string) => Runtime.runPromise(runtime)(isForgotten(id))
    }
    const put = yield* onDisk(() =>
      putAdjacent(movable.location, movable.known, owner, {
        files,
        keep: (name) => movable.versions.has(versionOf(name))
      })
    ).pipe(Effect.tapError(() => (known.length === 0 ? forgetIfNothing(movable) : Effect.void)))
    yield* rememberAdjacent(movable, put.there.files, put.there.bytes)
    tally.add("moved", put.moved)
    yield* onDisk(async () => {
      for (const { assets } of made.folders)
        await rmdir(itemFolder(assets.folder, movable.id)).catch(() => undefined)
    })
    if (movable.isVideo) yield* invalidateStream(made, tally, movable)
  })

/** Deletes the recorded location if the move failed before any file was moved. */
const forgetIfNothing = ({ id, location }: Movable) =>
  onDisk(async () => {
    const of = { location, itemId: id }
    if ((await adjacentAmount(of)).files > 0) return false
    await removeAdjacent(of)
    return true
  }).pipe(
    Effect.flatMap((isNothing) => (isNothing ? Effect.asVoid(forgetAdjacent(id)) : Effect.void)),
    Effect.ignore
  )

const itemsIn = (folders: ReadonlyArray<string>) =>
  onDisk(async () => {
    const ids = new Set<string>()
    for (const folder of folders)
      for (const id of await new AssetFolder(folder).names()) if (isItemId(id) && isUuid(id)) ids.add(id)
    return [...ids].sort()
  })

/** Moves generated files from the cache to the media folders, one item at a time. */
export const moveAdjacent = Effect.fn("storage.moveAdjacent")(function* ({
  context,
  roots,
  stopped,
  tally
}: Work) {
  const made = yield* GeneratedFiles
  const ids = yield* itemsIn(
    made.folders.filter(({ isMovable }) => isMovable).map(({ assets }) => assets.folder)
  )
  let done = 0
  for (const chunk of inBatches(ids, CHUNK)) {
    const movables = yield* movableOf(chunk)
    for (const id of chunk) {
      const movable = movables.get(id)
      if (movable !== undefined)
        yield* stopped.attempt(
          movable.location.root,
          Effect.zipRight(roots.require(movable.rootId, movable.location.root), putOne(movable, tally))
        )
      done += 1
      yield* context.progress({
        percent: (100 * done) / ids.length,
        phase: "Moving files next to their media"
      })
    }
  }
})

const AdjacentFiles = Schema.Struct({
  item_id: Schema.String,
  root_id: Schema.String,
  root_path: Schema.NullOr(Schema.String),
  path: Schema.Uint8ArrayFromSelf,
  is_trashed: Schema.Boolean
})

const bringOne = (row: typeof AdjacentFiles.Type, root: string, movable: Movable | undefined, tally: Tally) =>
  Effect.gen(function* () {
    const made = yield* GeneratedFiles
    const of = { location: { root, path: Buffer.from(row.path) }, itemId: row.item_id }
    const folderFor = async (name: string) => {
      const { assets } = name.endsWith(".webp") ? made.pictures : made.previews
      const folder = new AssetFolder(itemFolder(assets.folder, row.item_id))
      await folder.make()
      return folder.directory
    }
    if (movable !== undefined) {
      const keep = (name: string) => movable.versions.has(versionOf(name))
      tally.add("broughtBack", yield* onDisk(() => takeAdjacent(of, keep, folderFor)))
    }
    const gone = yield* onDisk(() => removeAdjacent(of))
    if (movable === undefined) tally.add("swept", gone)
    yield* forgetAdjacent(row.item_id)
    if (movable?.isVideo === true) yield* invalidateStream(made, tally, movable)
  })

/**
 * Moves generated files next to media back to the cache. With `isAllWanted`, moves all of them, because the cache is
 * the configured location. Otherwise, moves only the files of media that were moved or are missing. Files of items in
 * the trash are not moved.
 */
export const bringBack = Effect.fn("storage.bringBack")(function* (
  { context, roots, stopped, tally }: Work,
  isAllWanted: boolean
) {
  const sql = yield* SqlClient.SqlClient
  let after = "00000000-0000-0000-0000-000000000000"
  for (;;) {
    const rows = yield* rowsOf(AdjacentFiles)(sql`
      select b.item_id, b.root_id, r.path as root_path, b.path, t.item_id is not null as is_trashed
      from adjacent_files b left join library_roots r on r.id = b.root_id
        left join trashed_items t on t.item_id = b.item_id
      where b.item_id > ${after} order by b.item_id limit ${CHUNK}`)
    const movables = yield* movableOf(rows.map(({ item_id }) => item_id))
    for (const row of rows) {
      const movable = movables.get(row.item_id)
      const isUnmoved =
        movable !== undefined &&
        movable.rootId === row.root_id &&
        movable.location.path.equals(Buffer.from(row.path))
      if (row.is_trashed || (isUnmoved && !isAllWanted)) continue
      if (row.root_path === null) {
        // The root no longer belongs to a library, so the server must not touch its files.
        yield* forgetAdjacent(row.item_id)
        continue
      }
      yield* stopped.attempt(
        row.root_path,
        Effect.zipRight(
          roots.require(row.root_id, row.root_path),
          bringOne(row, row.root_path, movable, tally)
        )
      )
      yield* context.progress({ phase: "Moving files back to the cache" })
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.item_id
  }
})
