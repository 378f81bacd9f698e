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

/** Maximum number of recorded files to look for. A single existing file proves that the right disk is connected. */
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
 * Checks that the right disk is connected, by looking for recorded files in each root. Without this check, the files on
 * a disconnected or replaced disk would look as if they had been deleted.
 */
export class Roots {
  readonly #reachable = new Map<string, boolean>()

  /**
   * Fails if none of the recorded files exists in the root. The result is remembered, so that each root is checked only
   * once.
   */
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
          reason:
            "The folder is missing or empty, or is not the folder that the last scan found. Is its disk connected?"
        })
    })
  }
}
