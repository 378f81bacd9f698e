import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore, inBatches, type StreamAppend } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { VersionConflict } from "@media/event-store/errors"
import type { partsDone } from "@media/jobs/GroupProgress"
import { uuidv7 } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { bytesOfPath } from "../../catalog/items/source.ts"
import { displayPath } from "@media/disk/DisplayPath"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import { arranged } from "./arrange.ts"

const meta = { cause: "gallery-scan" } as const
/** Number of images that one transaction places. */
const atOnce = 500

const Root = Schema.Struct({ library_id: Schema.String, path: Schema.String })
const Known = Schema.Struct({
  id: Schema.String,
  parent_id: Schema.NullOr(Schema.String),
  is_folder: Schema.Boolean,
  is_removed: Schema.Boolean,
  is_hand_sorted: Schema.Boolean,
  has_images: Schema.Boolean,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf)
})
const Folder = Schema.Struct({ folder_hash: Schema.Any, path_bytes: Schema.Any })
const Image = Schema.Struct({
  id: Schema.String,
  path: Schema.String,
  parent_id: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number)
})
const Id = Schema.Struct({ id: Schema.String })

/** Selects scan records of images that can be viewed now. */
const isImage = "s.entity_type = 'image' and s.scan_result in ('indexed', 'moved')"

const keyOf = (folder: Uint8Array): string => Buffer.from(folder).toString("latin1")
const folderOf = (path: Uint8Array): Buffer => {
  const bytes = Buffer.from(path)
  return bytes.subarray(0, Math.max(0, bytes.lastIndexOf(0x2f)))
}
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

interface Gallery {
  readonly id: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly isRemoved: boolean
  readonly isHandSorted: boolean
  readonly hasImages: boolean
  readonly path: Buffer
}

/** The galleries of a root, which are folders or archives. */
const galleriesOf = (rootId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Known)(sql`
      select v.id, v.parent_id, f.is_folder, g.is_removed, g.is_hand_sorted, f.path, f.path_bytes,
             exists (select from items c where c.parent_id = v.id and c.kind = 'image'
                     and c.library_id <> ${TRASH_LIBRARY}) as has_images
      from items v join item_files f on f.item_id = v.id join item_groups g on g.item_id = v.id
      where v.kind = 'gallery' and f.root_id = ${rootId}`)
    return rows.map((row): Gallery => ({
      id: row.id,
      parentId: row.parent_id,
      isFolder: row.is_folder,
      isRemoved: row.is_removed,
      isHandSorted: row.is_hand_sorted,
      hasImages: row.has_images,
      path: bytesOfPath(row)
    }))
  })

/** Folders with an image that is not in the folder's gallery, each with the path of one image. */
const untidyFolders = (rootId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Folder)(sql`
      select s.folder_hash, (array_agg(s.path_bytes))[1] as path_bytes
      from scanned_files s join items v on v.id = s.entity_id and v.library_id <> ${TRASH_LIBRARY}
        left join item_files g on g.root_id = s.root_id and g.is_folder and g.path_hash = s.folder_hash
      where s.root_id = ${rootId} and ${sql.literal(isImage)} and (g.item_id is null or v.parent_id is distinct from g.item_id)
      group by s.folder_hash`)
  )

const imagesOf = (rootId: string, folderHash: unknown) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Image)(sql`
      select v.id, s.path, v.parent_id, v.ordinal from scanned_files s
        join items v on v.id = s.entity_id and v.library_id <> ${TRASH_LIBRARY}
      where s.root_id = ${rootId} and s.folder_hash = ${folderHash as Buffer} and ${sql.literal(isImage)}`)
  )

/** The gallery from which these images came, if their folder has none: the folder was renamed or moved. */
const movedGallery = (images: ReadonlyArray<typeof Image.Type>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const parents = [...new Set(images.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id])))]
    if (parents.length === 0) return undefined
    const rows = yield* rowsOf(Id)(sql`
      select f.item_id as id from item_files f join item_groups g on g.item_id = f.item_id and not g.is_removed
      where f.item_id = any(${parents}::uuid[]) and f.is_folder and not exists (
        select from scanned_files s where s.root_id = f.root_id and s.folder_hash = f.path_hash
          and ${sql.literal(isImage)})`)
    const counts = new Map<string, number>()
    for (const { parent_id } of images)
      if (parent_id !== null) counts.set(parent_id, (counts.get(parent_id) ?? 0) + 1)
    return rows.map(({ id }) => id).sort((a, b) => counts.get(b)! - counts.get(a)!)[0]
  })

interface FolderRoot {
  readonly rootId: string
  readonly libraryId: string
  /** The name of the root folder itself. */
  readonly rootName: string
}

/** The gallery of a folder without one, as the event that creates it or moves it here. */
const openGallery = (folderRoot: FolderRoot, folder: Buffer, images: ReadonlyArray<typeof Image.Type>) =>
  Effect.gen(function* () {
    const where = {
      rootId: folderRoot.rootId,
      path: displayPath(folder),
      pathBytes: folder.toString("base64")
    }
    const moved = yield* movedGallery(images)
    if (moved !== undefined) {
      const version = (yield* versionsOf([moved])).get(moved) ?? 0
      const event = {
        _tag: "item.file-moved.v1",
        libraryId: folderRoot.libraryId,
        ...where,
        size: 0,
        mtimeMs: 0
      } as const
      return { streamId: moved, expectedVersion: version, events: [event] satisfies ReadonlyArray<ItemEvent> }
    }
    const title = folder.length === 0 ? folderRoot.rootName : nameOf(where.path)
    const event = { _tag: "item.group-registered.v1", kind: "gallery", title, folder: where } as const
    return { streamId: uuidv7(), expectedVersion: 0, events: [event] satisfies ReadonlyArray<ItemEvent> }
  })

/** Puts the images of one folder into its gallery, which is created if necessary. Returns how many were placed. */
const tidyFolder = (folderRoot: FolderRoot, hash: unknown, folder: Buffer, known: Gallery | undefined) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const images = yield* imagesOf(folderRoot.rootId, hash)
    if (images.length === 0) return 0
    const opening: StreamAppend | undefined =
      known === undefined ? yield* openGallery(folderRoot, folder, images) : undefined
    const galleryId = known?.id ?? opening!.streamId
    const ordinals = arranged(
      images.map(({ id, ordinal, parent_id, path }) => ({
        id,
        name: nameOf(path),
        ordinal: parent_id === galleryId ? ordinal : null
      })),
      known?.isHandSorted === true
    )
    const versions = yield* versionsOf([...ordinals.keys()])
    const moves = [...ordinals].map(([id, ordinal]): StreamAppend => ({
      streamId: id,
      expectedVersion: versions.get(id) ?? 0,
      events: [{ _tag: "item.placed.v1", parentId: galleryId, ordinal } as ItemEvent]
    }))
    // The gallery is created together with its first images, so an interrupted job leaves no empty one.
    const [first = [], ...rest] = inBatches(moves, atOnce)
    yield* store.append([...(opening === undefined ? [] : [opening]), ...first], meta)
    for (const batch of rest) yield* store.append(batch, meta)
    return moves.length
  }).pipe(Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))

/**
 * Nests each gallery in that of the nearest parent folder that has one. A gallery of images directly in the root has no
 * parent.
 */
const nest = (rootId: string) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const galleries = yield* galleriesOf(rootId)
    const folders = new Map(
      galleries
        .filter(({ hasImages, isFolder, isRemoved }) => isFolder && hasImages && !isRemoved)
        .map(({ id, path }) => [keyOf(path), id])
    )
    const above = (path: Buffer): string | null => {
      for (let folder = folderOf(path); folder.length > 0; folder = folderOf(folder)) {
        const found = folders.get(keyOf(folder))
        if (found !== undefined) return found
      }
      return null
    }
    const moves = galleries.flatMap(({ id, parentId, path }) => {
      const wanted = above(path)
      return wanted === parentId ? [] : [{ id, wanted }]
    })
    for (const batch of inBatches(moves, atOnce)) {
      const versions = yield* versionsOf(batch.map(({ id }) => id))
      yield* store.append(
        batch.map(({ id, wanted }) => ({
          streamId: id,
          expectedVersion: versions.get(id) ?? 0,
          events: [{ _tag: "item.placed.v1" as const, parentId: wanted, ordinal: null }]
        })),
        meta
      )
    }
  }).pipe(transaction, Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))

/**
 * Creates a gallery for each folder of a root with images, adds the images by name, and nests the galleries like the
 * folders. Unchanged galleries cause no event. Reads only the records of the library scan, not the disk.
 */
export const groupFolders = Effect.fn("galleries.groupFolders")(function* (
  rootId: string,
  report: ReturnType<typeof partsDone>
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Root)(sql`select library_id, path from library_roots where id = ${rootId}`)
  if (Option.isNone(found)) return { skipped: "The folder was removed from its library" }
  const { library_id: libraryId, path } = found.value
  const folderRoot = { rootId, libraryId, rootName: nameOf(path.replace(/\/+$/, "")) || path }
  const known = new Map(
    (yield* galleriesOf(rootId))
      .filter(({ isFolder }) => isFolder)
      .map((gallery) => [keyOf(gallery.path), gallery] as const)
  )
  let images = 0
  const folders = yield* untidyFolders(rootId)
  for (const [n, { folder_hash, path_bytes }] of folders.entries()) {
    yield* report(n, folders.length)
    const folder = folderOf(path_bytes as Uint8Array)
    images += yield* tidyFolder(folderRoot, folder_hash, folder, known.get(keyOf(folder)))
  }
  yield* nest(rootId)
  return { folders: folders.length, images }
})
