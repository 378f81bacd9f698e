import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { lstat, readdir, unlink } from "node:fs/promises"
import { isVideoName } from "../../catalog/files/FileKind.ts"
import { ingestBatch } from "../../catalog/files/IngestBatch.ts"
import { entriesAt } from "../../catalog/files/Manifest.ts"
import { pathHash } from "../../catalog/files/PathHashes.ts"
import { emptyTally } from "../../catalog/files/ScanTally.ts"
import { UploadRefused } from "./errors.ts"
import type { Destination, OpenDestination } from "./destination.ts"

const Found = Schema.Struct({ id: Schema.String })
const Reason = Schema.Struct({ reason: Schema.NullOr(Schema.String) })

/** Returns the path of the file relative to the root. */
export const relativePath = ({ folders, name }: Pick<Destination, "folders" | "name">): Buffer =>
  Buffer.from([...folders, name].join("/"))

/** Returns the id of the item whose file is at this location. */
export const itemAt = (destination: Destination) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const item = yield* rowOf(Found)(sql`
      select item_id as id from item_files
      where root_id = ${destination.target.root.rootId} and path_hash = ${pathHash(relativePath(destination))} and is_present`)
    return Option.map(item, ({ id }) => id)
  })

/**
 * Registers the file as an item exactly as a scan would, with the same rules, events and jobs. If a scan finds the file
 * at the same moment, the file is still registered only once.
 */
export const register = (opened: OpenDestination) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { folder, name, target } = opened
    const { root } = target
    const relative = relativePath(opened)
    const [info, names] = yield* Effect.promise(() =>
      Promise.all([lstat(folder.at(name)), readdir(folder.path)])
    )
    const siblings = new Set(names)
    const file = { relative, name, size: info.size, mtimeMs: Math.floor(info.mtimeMs) }
    const hash = pathHash(relative)
    const [known] = yield* entriesAt(root.rootId, [hash])
    yield* ingestBatch(
      root,
      {
        files: [
          { file, known, hasSibling: (other) => siblings.has(other), hasVideo: () => names.some(isVideoName) }
        ],
        skipped: [],
        absent: []
      },
      emptyTally()
    )
    const item = yield* itemAt(opened)
    if (Option.isSome(item)) return item.value
    const why = yield* rowOf(Reason)(
      sql`select reason from scanned_files where root_id = ${root.rootId} and path_hash = ${hash}`
    )
    yield* Effect.promise(() => unlink(folder.at(name)).catch(() => undefined))
    const reason = Option.getOrUndefined(why)?.reason ?? "the library does not accept it"
    return yield* new UploadRefused({
      status: 415,
      code: "unsupported_media_type",
      message: `file: ${reason}.`
    })
  })
