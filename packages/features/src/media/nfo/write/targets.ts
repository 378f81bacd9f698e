import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { Description } from "../targets.ts"

/** Remembers the existing or future locations of the NFO files of a library, as long as the server writes them. */
export const rememberTargets = Effect.fn("nfo.rememberTargets")(function* (
  libraryId: string,
  descriptions: ReadonlyArray<Description>,
  rootIds: ReadonlyMap<string, string>
) {
  const sql = yield* SqlClient.SqlClient
  const targets = descriptions.flatMap(({ id, target }) => {
    const rootId = target === null ? undefined : rootIds.get(target.rootPath)
    return rootId === undefined ? [] : [{ id, rootId, path: target!.path, kind: target!.kind }]
  })
  yield* sql`
    with given as materialized (
      select x.* from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as x(id uuid, "rootId" uuid, path text, kind text)
      where exists (select from libraries l where l.id = ${libraryId} and l.write_nfo <> 'off')
    ), gone as (
      delete from nfo_targets t using library_roots r
      where r.id = t.root_id and r.library_id = ${libraryId} and t.item_id not in (select id from given)
    )
    insert into nfo_targets as t (item_id, root_id, path, kind)
    select id, "rootId", path, kind from given
    on conflict (item_id) do update set root_id = excluded.root_id, path = excluded.path, kind = excluded.kind
      where (t.root_id, t.path, t.kind) is distinct from (excluded.root_id, excluded.path, excluded.kind)`
})
