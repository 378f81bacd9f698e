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

/** Undefined if the file does not exist, or if the disk fails; the file is then regenerated. */
const adjacent = <A>(itemId: string, read: (of: Of) => Promise<A | undefined>) =>
  Effect.flatMap(locationOf(itemId), (of) =>
    Option.isNone(of)
      ? Effect.succeed(undefined)
      : Effect.orElseSucceed(
          onDisk(() => read(of.value)),
          () => undefined
        )
  )

/** Bytes of a generated file next to its media; undefined if it does not exist. */
export const adjacentGeneratedFile = (itemId: string, name: string) =>
  adjacent(itemId, (of) => readAdjacent(of, name))

/** The path of a generated file next to its media, with the root that must contain it when it is opened. */
export const adjacentGeneratedPath = (itemId: string, name: string) =>
  adjacent(itemId, async (of) => {
    const path = await adjacentPath(of, name)
    return path === undefined ? undefined : { path, root: of.location.root }
  })

/** Tells whether a generated file is stored next to its media, given the path that it would have in the cache. */
export const isAdjacent = (itemId: string, cachePath: string) =>
  Effect.map(adjacentGeneratedPath(itemId, basename(cachePath)), (found) => found !== undefined)
