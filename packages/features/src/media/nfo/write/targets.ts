import * as SqlClient from "@effect/sql/SqlClient"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Description } from "../targets.ts"

const Target = Schema.Struct({ itemId: Uuid, rootId: Uuid, path: Schema.String, kind: Schema.String })

/** Records the locations of the existing and future NFO files of a library with NFO writing turned on. */
export const rememberTargets = Effect.fn("nfo.rememberTargets")(function* (
  libraryId: string,
  descriptions: ReadonlyArray<Description>,
  rootIds: ReadonlyMap<string, string>
) {
  const sql = yield* SqlClient.SqlClient
  const targets = descriptions.flatMap(({ id, target }) => {
    const rootId = target === null ? undefined : rootIds.get(target.rootPath)
    return rootId === undefined ? [] : [{ itemId: id, rootId, path: target!.path, kind: target!.kind }]
  })
  const rows = recordset(Target, targets, { key: ["itemId"] })
  yield* sql`
    with given as materialized (
      select ${rows.values} from ${rows.from}
      where exists (select from libraries l where l.id = ${libraryId} and l.write_nfo <> 'off')
    ), gone as (
      delete from nfo_targets t using library_roots r
      where r.id = t.root_id and r.library_id = ${libraryId} and t.item_id not in (select item_id from given)
    )
    insert into nfo_targets as t (${rows.columns}) select ${rows.columns} from given
    on conflict (item_id) do update set ${rows.excluded}
      where (t.root_id, t.path, t.kind) is distinct from (excluded.root_id, excluded.path, excluded.kind)`
})
