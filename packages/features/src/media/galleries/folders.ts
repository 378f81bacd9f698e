import * as SqlClient from "@effect/sql/SqlClient"
import { VersionConflict } from "@media/event-store/errors"
import type { partsDone } from "@media/jobs/GroupProgress"
import { uuidv7 } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { groupChanges, matchGroups } from "../../catalog/groups/reconcile.ts"
import { writeChanges } from "../../catalog/groups/write.ts"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import { bytesOfPath } from "../../catalog/items/source.ts"
import {
  describing,
  type FolderRoot,
  galleriesOf,
  galleryKey,
  type KnownGallery,
  nestingChanges,
  withOrdinals
} from "./grouping.ts"

type Report = ReturnType<typeof partsDone>
const cause = "gallery-scan"
/** Maximum number of images per batch, unless one folder has more. The limit bounds the memory of a first scan. */
const atOnce = 5_000

const Root = Schema.Struct({ library_id: Schema.String, path: Schema.String })
const Folder = Schema.Struct({ hash: Schema.String, images: Schema.Number })
const Image = Schema.Struct({
  id: Schema.String,
  path: Schema.Uint8ArrayFromSelf,
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number)
})
const pathFields = { path: Schema.String, path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf) }
const Known = Schema.Struct({
  ...pathFields,
  id: Schema.String,
  rootId: Schema.String,
  isHandSorted: Schema.Boolean,
  isKept: Schema.Boolean
})
const Nested = Schema.Struct({
  ...pathFields,
  id: Schema.String,
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number),
  isFolder: Schema.Boolean,
  isRemoved: Schema.Boolean,
  hasImages: Schema.Boolean
})

/** SQL condition for scan records of images that can be viewed now. */
const isImage = "s.entity_type = 'image' and s.scan_result in ('indexed', 'moved')"

/**
 * Returns the folders that contain an image that is not yet in the folder's gallery. Each folder has the total number
 * of its images. After a folder was renamed or split, the images of several folders may still be in one gallery. These
 * folders are adjacent in the result, so that they usually end up in the same batch. Then the folder with most of the
 * images keeps the gallery.
 */
const untidyFolders = (rootId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Folder)(sql`
      select encode(s.folder_hash, 'hex') as hash, count(*)::int as images
      from scanned_files s join items v on v.id = s.entity_id and v.library_id <> ${TRASH_LIBRARY}
        left join item_files g on g.root_id = s.root_id and g.is_folder and g.path_hash = s.folder_hash
      where s.root_id = ${rootId} and ${sql.literal(isImage)}
      group by s.folder_hash having bool_or(g.item_id is null or v.parent_id is distinct from g.item_id)
      order by min(v.parent_id::text), s.folder_hash`)
  )

/** Returns the images of these folders. */
const imagesOf = (rootId: string, hashes: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Image)(sql`
      select v.id, s.path_bytes as path, v.parent_id as "parentId", v.ordinal
      from unnest(${hashes as Array<string>}::text[]) as x(hash)
        join scanned_files s on s.root_id = ${rootId} and s.folder_hash = decode(x.hash, 'hex')
        join items v on v.id = s.entity_id and v.library_id <> ${TRASH_LIBRARY}
      where ${sql.literal(isImage)}`)
  )

/**
 * Returns the galleries of these folders and the galleries with these ids. `isShared` is true for galleries that must
 * not be moved to another folder: galleries whose folder still contains images, and galleries that a user removed,
 * which keep their images for a later restore.
 */
const galleriesKnown = (rootId: string, hashes: ReadonlyArray<string>, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Known)(sql`
      select f.item_id as id, f.root_id as "rootId", f.path, f.path_bytes, g.is_hand_sorted as "isHandSorted",
        g.is_removed or exists (select from scanned_files s
          where s.root_id = f.root_id and s.folder_hash = f.path_hash and ${sql.literal(isImage)}) as "isKept"
      from item_files f join item_groups g on g.item_id = f.item_id
      where f.is_folder and (f.item_id = any(${ids as Array<string>}::uuid[]) or (f.root_id = ${rootId}
        and f.path_hash = any(array(select decode(h, 'hex') from unnest(${hashes as Array<string>}::text[]) h))))`)
    return rows.map((row): KnownGallery => ({
      id: row.id,
      key: galleryKey(row.rootId, bytesOfPath(row)),
      isHandSorted: row.isHandSorted,
      isShared: row.isKept,
      isRemoved: false,
      // Parents are ignored here, because a gallery is identified by its path alone. `nestingChanges` sets the parents
      // later.
      parentId: null,
      ordinal: null
    }))
  })

/**
 * Moves the images of these folders into the folders' galleries and creates missing galleries. Returns the number of
 * changed images.
 */
const groupImages = (folderRoot: FolderRoot, hashes: ReadonlyArray<string>, report: Report) =>
  Effect.gen(function* () {
    const images = new Map((yield* imagesOf(folderRoot.rootId, hashes)).map((image) => [image.id, image]))
    const parents = new Set(
      [...images.values()].flatMap(({ parentId }) => (parentId === null ? [] : [parentId]))
    )
    const known = yield* galleriesKnown(folderRoot.rootId, hashes, [...parents])
    const matched = matchGroups(galleriesOf(folderRoot, images.values()), known, images)
    const changes = groupChanges(withOrdinals(matched, images), {
      placements: images,
      newId: uuidv7,
      describe: describing
    })
    yield* writeChanges(changes, cause, report)
    return changes.filter(({ id }) => images.has(id)).length
  }).pipe(Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))

/** Sets the parents of all galleries of a root, so that galleries are nested like their folders. */
const nest = (rootId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Nested)(sql`
      select v.id, v.parent_id as "parentId", v.ordinal, f.is_folder as "isFolder", g.is_removed as "isRemoved", f.path,
             f.path_bytes, exists (select from items c where c.parent_id = v.id and c.kind = 'image'
                     and c.library_id <> ${TRASH_LIBRARY}) as "hasImages"
      from items v join item_files f on f.item_id = v.id join item_groups g on g.item_id = v.id
      where v.kind = 'gallery' and f.root_id = ${rootId}`)
    const changes = nestingChanges(rows.map((row) => ({ ...row, path: bytesOfPath(row) })))
    yield* writeChanges(changes, cause, () => Effect.void)
  }).pipe(transaction, Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))

/** Splits the folders into batches of about `atOnce` images. */
const batchesOf = (folders: ReadonlyArray<typeof Folder.Type>) => {
  const batches: Array<{ hashes: Array<string>; images: number }> = []
  for (const { hash, images } of folders) {
    const last = batches.at(-1)
    if (last === undefined || last.images + images > atOnce) batches.push({ hashes: [hash], images })
    else {
      last.hashes.push(hash)
      last.images += images
    }
  }
  return batches
}

/**
 * Creates a gallery for each folder of a root that contains images, adds the images by name, and nests the galleries in
 * the same way as the folders. Processes only folders with images that are not yet in the right gallery, and writes no
 * events for unchanged galleries. Reads only the records of the library scan, not the disk.
 */
export const groupFolders = Effect.fn("galleries.groupFolders")(function* (rootId: string, report: Report) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Root)(sql`select library_id, path from library_roots where id = ${rootId}`)
  if (Option.isNone(found)) return { skipped: "The folder was removed from its library" }
  const { library_id: libraryId, path } = found.value
  const rootName = path.replace(/\/+$/, "").replace(/^.*\//s, "") || path
  const folderRoot = { rootId, libraryId, rootName }
  const untidy = yield* untidyFolders(rootId)
  const total = untidy.reduce((sum, { images }) => sum + images, 0)
  let done = 0
  let images = 0
  for (const batch of batchesOf(untidy)) {
    yield* report(done, total)
    images += yield* groupImages(folderRoot, batch.hashes, (written, of) =>
      report(done + (batch.images * written) / of, total)
    )
    done += batch.images
  }
  yield* nest(rootId)
  return { folders: untidy.length, images }
})
