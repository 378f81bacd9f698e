import * as SqlClient from "@effect/sql/SqlClient"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A pending change that will be passed to a hook. */
const AwaitedChange = Schema.Struct({
  pluginId: Schema.String,
  hook: Schema.String,
  /** The id of the item, performer, studio or tag that changed. */
  thingId: Uuid,
  /** The trigger as written in the definition, such as `Scene.Update.Post` or `item.edited`. */
  type: Schema.String,
  fields: Schema.Array(Schema.String)
})
export type AwaitedChange = typeof AwaitedChange.Type
const Numbered = Schema.Struct({ ...AwaitedChange.fields, n: Schema.Int })

/**
 * Maximum number of changes per run. With this size, a large scan results in only a few runs, and users can undo each
 * run.
 */
export const mostTaken = 200

/** Merges pending changes to the same object into one change that contains the fields of all changes. */
const merged = (changes: ReadonlyArray<AwaitedChange>): ReadonlyArray<AwaitedChange> => {
  const byKey = new Map<string, AwaitedChange>()
  for (const change of changes) {
    const key = JSON.stringify([change.pluginId, change.hook, change.thingId, change.type])
    const before = byKey.get(key)
    byKey.set(
      key,
      before === undefined ? change : { ...before, fields: [...before.fields, ...change.fields] }
    )
  }
  return [...byKey.values()].map((change) => ({ ...change, fields: [...new Set(change.fields)] }))
}

export const storeChanges = (changes: ReadonlyArray<AwaitedChange>) =>
  Effect.gen(function* () {
    if (changes.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const rows = recordset(
      Numbered,
      merged(changes).map((change, n) => ({ ...change, n })),
      { key: [] }
    )
    yield* sql`
      insert into plugin_changes (plugin_id, hook, thing_id, type, fields)
      select x.plugin_id, x.hook, x.thing_id, x.type, x.fields from ${rows.from} order by x.n
      on conflict (plugin_id, hook, thing_id, type) where job_id is null do update
        set fields = array(select distinct unnest(plugin_changes.fields || excluded.fields))`
  })

const Key = Schema.Struct({ key: Schema.String })
const Hook = Schema.Struct({ key: Schema.String, pluginId: Schema.String, hook: Schema.String })

/**
 * Returns the keys of hooks with pending changes but without a queued or running run. First deletes changes that were
 * assigned to a run that no longer exists.
 */
export const waitingHooks = (hooks: ReadonlyArray<typeof Hook.Type>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from plugin_changes c
      where c.job_id is not null and not exists (select from jobs j where j.id = c.job_id)`
    const rows = yield* rowsOf(Key)(sql`
      select h.key from ${recordset(Hook, hooks, { alias: "h", key: ["key"] }).from}
      where exists (select from plugin_changes c
          where c.plugin_id = h.plugin_id and c.hook = h.hook and c.job_id is null)
        and not exists (select from jobs j join queues q on q.id = j.queue
          where q.name = 'plugin-task' and j.dedupe_key = h.key and j.state in (0, 1, 3))`)
    return rows.map(({ key }) => key)
  })

const Taken = Schema.Struct({
  changeId: Schema.String,
  id: Schema.String,
  type: Schema.String,
  inputFields: Schema.Array(Schema.String)
})
export type TakenChange = typeof Taken.Type

/**
 * Assigns pending changes to a run and returns them in order. A retry gets the changes of the earlier attempt. The
 * first attempt gets the oldest pending changes.
 */
export const takeChanges = (jobId: string, pluginId: string, hook: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(`id::text as "changeId", thing_id as id, type, fields as "inputFields"`)
    const own = yield* rowsOf(Taken)(
      sql`select ${columns} from plugin_changes where job_id = ${jobId} order by plugin_changes.id`
    )
    if (own.length > 0) return own
    const taken = yield* rowsOf(Taken)(sql`
      update plugin_changes set job_id = ${jobId} where id in (
        select c.id from plugin_changes c where c.plugin_id = ${pluginId} and c.hook = ${hook} and c.job_id is null
        order by c.id limit ${mostTaken})
      returning ${columns}`)
    return taken.toSorted((a, b) => Number(a.changeId) - Number(b.changeId))
  })

export const finishChanges = (changes: ReadonlyArray<TakenChange>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`delete from plugin_changes where id = any(${changes.map(({ changeId }) => changeId)}::bigint[])`
  )
