import * as SqlClient from "@effect/sql/SqlClient"
import { AssetFolder } from "@media/assets/AssetFolder"
import { isItemId, itemFolder } from "@media/assets/AssetPaths"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { isUuid } from "@media/kernel/Ids"
import { diskOf } from "./disk.ts"
import type { StorageKind } from "./ids.ts"
import { GeneratedFiles, type GeneratedFolder } from "./GeneratedFiles.ts"

/** Maximum number of item folders in one measurement. */
const MOST_FOLDERS = 300_000
/** The number of items per query. */
const CHUNK = 5_000

/** Total size in bytes of one kind of generated files, keyed by item id. */
type BytesOf = Map<string, number>

const Row = Schema.Struct({ id: Schema.String, library_id: Schema.String })
const AdjacentRow = Schema.Struct({
  library_id: Schema.NullOr(Schema.String),
  items: Schema.Number,
  bytes: Schema.Number
})

export interface Measured {
  readonly kind: StorageKind
  /** The library that contains the items. Null for deleted items. */
  readonly libraryId: string | null
  readonly items: number
  readonly bytes: number
}

/**
 * Measures the generated files of one item. Uses the recorded size of the folder if there is one, and otherwise adds up
 * the files.
 */
const measureItem = async (
  made: GeneratedFolder,
  id: string,
  add: (kind: StorageKind, bytes: number) => void
): Promise<void> => {
  const folder = new AssetFolder(itemFolder(made.assets.folder, id))
  const recorded = await made.assets.recordedBytes(folder)
  if (recorded !== undefined) return add(made.kindOf(""), recorded)
  for (const name of await folder.names()) {
    const facts = await stat(folder.file(name)).catch(() => undefined)
    if (facts === undefined) continue
    add(
      made.kindOf(name),
      facts.isDirectory() ? await new AssetFolder(folder.file(name)).bytes() : facts.size
    )
  }
}

const measureFolders = (folders: ReadonlyArray<GeneratedFolder>) =>
  Effect.promise(async (signal) => {
    const kinds = new Map<StorageKind, BytesOf>()
    let left = MOST_FOLDERS
    for (const made of folders) {
      const ids = (await new AssetFolder(made.assets.folder).names().catch(() => [])).filter(isItemId)
      for (const id of ids.slice(0, Math.max(0, left))) {
        if (signal.aborted) return { kinds, isComplete: false }
        // Measures one item at a time, so that playback can use the disk.
        await measureItem(made, id, (kind, bytes) => {
          const items = kinds.get(kind) ?? new Map<string, number>()
          kinds.set(kind, items.set(id, (items.get(id) ?? 0) + bytes))
        }).catch(() => undefined)
      }
      left -= ids.length
    }
    return { kinds, isComplete: left >= 0 }
  })

const librariesOf = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = new Map<string, string>()
    const known = ids.filter((id) => isUuid(id))
    for (let at = 0; at < known.length; at += CHUNK) {
      const rows = yield* rowsOf(Row)(sql`
        select i.id, i.library_id from items i join libraries l on l.id = i.library_id
        where i.id = any(${known.slice(at, at + CHUNK)}::uuid[])`)
      for (const { id, library_id } of rows) found.set(id, library_id)
    }
    return found
  })

/** Returns the size of the files next to media from the table `adjacent_files`, without reading any disk. */
const measureAdjacent = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(AdjacentRow)(sql`
    select l.id as library_id, count(*)::int as items, sum(b.bytes)::float8 as bytes
    from adjacent_files b left join items i on i.id = b.item_id left join libraries l on l.id = i.library_id
    where b.files > 0 group by l.id`)
  return rows.map(({ bytes, items, library_id }): Measured => ({
    kind: "adjacent",
    libraryId: library_id,
    items,
    bytes
  }))
})

/** Measures generated files by kind and library. Takes about 20 µs per file. */
export const measure = Effect.gen(function* () {
  const { folders, pictures } = yield* GeneratedFiles
  const { isComplete, kinds } = yield* measureFolders(folders)
  const libraries = yield* librariesOf([
    ...new Set([...kinds.values()].flatMap((items) => [...items.keys()]))
  ])
  const sums = new Map<string, { -readonly [Key in keyof Measured]: Measured[Key] }>()
  for (const [kind, items] of kinds)
    for (const [id, bytes] of items) {
      const libraryId = libraries.get(id) ?? null
      const key = `${kind} ${libraryId ?? ""}`
      const sum = sums.get(key) ?? { kind, libraryId, items: 0, bytes: 0 }
      sums.set(key, { ...sum, items: sum.items + 1, bytes: sum.bytes + bytes })
    }
  const all = [...sums.values(), ...(yield* measureAdjacent)]
  return { isComplete, sums: all, disk: yield* diskOf(dirname(pictures.assets.folder), all) }
}).pipe(Effect.withSpan("storage.measure"))
