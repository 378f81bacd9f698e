import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lstat, readdir } from "node:fs/promises"
import { bytesOfPath } from "../../catalog/items/source.ts"
import { onDisk } from "./diskWork.ts"
import { NotMoved } from "./errors.ts"

const Row = Schema.Struct({
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.Number
})

/** Number of files to check: one of them shows that the right disk is connected. */
const SAMPLE = 20

const isThere = async (root: string, files: ReadonlyArray<typeof Row.Type>): Promise<boolean> => {
  for (const row of files) {
    const path = Buffer.concat([Buffer.from(`${root}/`), bytesOfPath(row)])
    const found = await lstat(path).catch(() => undefined)
    if (found?.size === row.size_bytes) return true
  }
  return files.length === 0 && (await readdir(root)).some((name) => !name.startsWith("."))
}

/**
 * Tells which roots match the library's records. A disconnected disk, or another in its place, looks like an emptied
 * folder, so nothing may be concluded from missing files.
 */
export class Roots {
  readonly #reachable = new Map<string, boolean>()

  /** Checks each root once, and fails for a root that cannot be trusted. */
  require(id: string, path: string) {
    return Effect.gen(this, function* () {
      const sql = yield* SqlClient.SqlClient
      let isReachable = this.#reachable.get(id)
      if (isReachable === undefined) {
        const files = yield* rowsOf(Row)(sql`
          select f.path, f.path_bytes, f.size_bytes from item_files f join items v on v.id = f.item_id
          where f.root_id = ${id} and v.status <> 'missing' limit ${SAMPLE}`)
        isReachable = yield* onDisk(() => isThere(path, files).catch(() => false))
        this.#reachable.set(id, isReachable)
      }
      if (!isReachable)
        return yield* new NotMoved({
          holdsFor: "root",
          reason: "The folder is missing, empty, or another than the last scan met. Is its disk connected?"
        })
    })
  }
}
