import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { basename } from "node:path"
import { adjacentPath, readAdjacent } from "./adjacent.ts"
import { onDisk } from "./diskWork.ts"

const Row = Schema.Struct({ root_path: Schema.String, path: Schema.Uint8ArrayFromSelf })

const locationOf = (itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(Row)(sql`
      select r.path as root_path, b.path from adjacent_files b join library_roots r on r.id = b.root_id
      where b.item_id = ${itemId}`)
    return Option.map(found, (row) => ({
      itemId,
      location: { root: row.root_path, path: Buffer.from(row.path) }
    }))
  })

type Of = Option.Option.Value<Effect.Effect.Success<ReturnType<typeof locationOf>>>

/**
 * Reads a generated file next to its media. Returns undefined if the file does not exist or the disk fails, so that the
 * caller can regenerate the file.
 */
const adjacent = <A>(itemId: string, read: (of: Of) => Promise<A | undefined>) =>
  Effect.flatMap(locationOf(itemId), (of) =>
    Option.isNone(of)
      ? Effect.succeed(undefined)
      : Effect.orElseSucceed(
          onDisk(() => read(of.value)),
          () => undefined
        )
  )

/** Returns the content of a generated file next to its media, or undefined if the file does not exist. */
export const adjacentGeneratedFile = (itemId: string, name: string) =>
  adjacent(itemId, (of) => readAdjacent(of, name))

/**
 * Returns the path of a generated file next to its media, and the root that must contain the file when it is opened.
 * Returns undefined if the file does not exist.
 */
export const adjacentGeneratedPath = (itemId: string, name: string) =>
  adjacent(itemId, async (of) => {
    const path = await adjacentPath(of, name)
    return path === undefined ? undefined : { path, root: of.location.root }
  })

/**
 * True if a generated file is stored next to its media. `cachePath` is the path that the file would have in the cache.
 */
export const isAdjacent = (itemId: string, cachePath: string) =>
  Effect.map(adjacentGeneratedPath(itemId, basename(cachePath)), (found) => found !== undefined)
