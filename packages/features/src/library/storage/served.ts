import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { basename } from "node:path"
import { pathBeside, readBeside } from "./beside.ts"
import { onDisk } from "./diskWork.ts"

const Row = Schema.Struct({ root_path: Schema.String, path: Schema.Uint8ArrayFromSelf })

const placeOf = (itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(Row)(sql`
      select r.path as root_path, b.path from files_beside b join library_roots r on r.id = b.root_id
      where b.item_id = ${itemId}`)
    return Option.map(found, (row) => ({
      itemId,
      place: { root: row.root_path, path: Buffer.from(row.path) }
    }))
  })

type Of = Option.Option.Value<Effect.Effect.Success<ReturnType<typeof placeOf>>>

/** Undefined also when the disk refuses: it is made again then. */
const beside = <A>(itemId: string, read: (of: Of) => Promise<A | undefined>) =>
  Effect.flatMap(placeOf(itemId), (of) =>
    Option.isNone(of)
      ? Effect.succeed(undefined)
      : Effect.orElseSucceed(
          onDisk(() => read(of.value)),
          () => undefined
        )
  )

/** Bytes of a generated file from beside its media; undefined when it is not there. */
export const generatedFileBeside = (itemId: string, name: string) =>
  beside(itemId, (of) => readBeside(of, name))

/** Its path, with the root that it must lie in when it is opened. */
export const generatedPathBeside = (itemId: string, name: string) =>
  beside(itemId, async (of) => {
    const path = await pathBeside(of, name)
    return path === undefined ? undefined : { path, root: of.place.root }
  })

/** Whether a generated file lies beside its media, by the path that it would have in the cache. */
export const isBeside = (itemId: string, cachePath: string) =>
  Effect.map(generatedPathBeside(itemId, basename(cachePath)), (found) => found !== undefined)
