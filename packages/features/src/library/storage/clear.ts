import * as SqlClient from "@effect/sql/SqlClient"
import { AssetFolder } from "@media/assets/AssetFolder"
import { isItemId, isTemporary, itemFolder } from "@media/assets/AssetPaths"
import { isInUse } from "@media/assets/InUse"
import { RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rm, rmdir, stat } from "node:fs/promises"
import type { Amount } from "./adjacent.ts"
import { onDisk } from "./diskWork.ts"
import type { ClearableKind } from "../libraries/queue.ts"
import { folderOf, GeneratedFiles } from "./GeneratedFiles.ts"
import { Tally } from "./tally.ts"

/** The number of items per query. */
const CHUNK = 500
const Row = Schema.Struct({ id: Schema.String })

/** Returns the ids of items in the library, or all ids if no library is given. */
const ofLibrary = (ids: ReadonlyArray<string>, libraryId: string | undefined) =>
  libraryId === undefined
    ? Effect.succeed(ids)
    : Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* rowsOf(Row)(sql`
          select id from items where id = any(${ids as Array<string>}::uuid[]) and library_id = ${libraryId}`)
        return rows.map(({ id }) => id)
      })

/**
 * Deletes the selected files of one item. Returns the number and size of the deleted files, or undefined if the files
 * are in use. Skips temporary files that are still being written.
 */
const clearFolder = async (
  folder: AssetFolder,
  isWanted: (name: string) => boolean,
  nowMs: number
): Promise<Amount | undefined> => {
  if (await isInUse(folder, nowMs)) return undefined
  let files = 0
  let bytes = 0
  for (const name of (await folder.names()).filter((each) => isWanted(each) && !isTemporary(each))) {
    const facts = await stat(folder.file(name)).catch(() => undefined)
    if (facts === undefined) continue
    bytes += facts.isDirectory() ? await new AssetFolder(folder.file(name)).bytes() : facts.size
    await rm(folder.file(name), { force: true, recursive: true })
    files += 1
  }
  await rmdir(folder.directory).catch(() => undefined)
  return { files, bytes }
}

/**
 * Deletes all generated files of a kind, in one library or in all libraries, except files in use. The server
 * regenerates them on demand.
 */
export const clearGeneratedFiles = Effect.fn("storage.clear")(
  function* (
    { kind, libraryId }: { readonly kind: ClearableKind; readonly libraryId?: string },
    context: Pick<JobContext, "progress">
  ) {
    const made = folderOf(yield* GeneratedFiles, kind)
    const nowMs = yield* Clock.currentTimeMillis
    const tally = new Tally()
    const names = yield* onDisk(() => new AssetFolder(made.assets.folder).names())
    const all = names.filter((id) => isItemId(id) && isUuid(id))
    for (let at = 0; at < all.length; at += CHUNK) {
      for (const id of yield* ofLibrary(all.slice(at, at + CHUNK), libraryId)) {
        const folder = new AssetFolder(itemFolder(made.assets.folder, id))
        const gone = yield* onDisk(() => clearFolder(folder, (name) => made.kindOf(name) === kind, nowMs))
        if (gone === undefined) tally.left(null, "The files are in use.")
        else tally.add("cleared", gone)
      }
      yield* context.progress({ percent: (100 * Math.min(all.length, at + CHUNK)) / all.length })
    }
    return tally.report("cache")
  },
  Effect.catchTag("NotMoved", ({ reason }) => Effect.fail(new RetryableFailure({ message: reason })))
)
