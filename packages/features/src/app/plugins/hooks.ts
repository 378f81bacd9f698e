import * as SqlClient from "@effect/sql/SqlClient"
import { type FeedCursor, feedEnd } from "@media/event-store/EventFeed"
import { enqueue } from "@media/jobs/Enqueue"
import { uuidv7 } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { blockedReason } from "./blocked.ts"
import { type AwaitedChange, storeChanges, waitingHooks } from "./changes.ts"
import { pluginRows, type PluginRow } from "./queries.ts"
import { hookKey, pluginRunOf } from "./queue.ts"
import { type Change, triggering, triggerOf } from "./triggers.ts"

const Cursor = Schema.Struct({ xid: Schema.String, position: Schema.Number })
const Lock = Schema.Struct({ isFree: Schema.Boolean })
const Read = Schema.Struct({
  ...Cursor.fields,
  n: Schema.Number,
  id: Schema.NullOr(Schema.String),
  type: Schema.NullOr(Schema.String),
  kind: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.DateFromSelf),
  fields: Schema.NullOr(Schema.Array(Schema.String))
})

/** Number of events per step. Most events do not trigger hooks. */
const perStep = 10_000

/**
 * Returns the changes after the cursor, and the new cursor. Ignores changes by plugins, so that plugins cannot trigger
 * themselves or each other endlessly. Also ignores undos, because a hook could repeat the change that was just undone.
 */
const changesAfter = (cursor: FeedCursor) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Read)(sql`
      with read as materialized (
        select e.xid, e.position, e.stream_id, e.type, e.data, e.meta, e.at from events e
        where (e.xid, e.position) > (${cursor.xid}::xid8, ${cursor.position}::bigint)
          and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.position limit ${perStep}
      ),
      last as (select xid::text as xid, position, count(*) over ()::int as n from read
        order by read.xid desc, position desc limit 1)
      select l.xid, l.position, l.n, c.id, c.type, c.kind, c.at, c.fields
      from last l left join lateral (
        select r.stream_id as id, r.type, coalesce(r.data->>'kind', v.kind::text, t.kind::text,
            (select b.data->>'kind' from events b where b.stream_id = r.stream_id and b.data ? 'kind'
              order by b.version limit 1)) as kind,
          case when jsonb_typeof(r.data->'changes') = 'array'
            then array(select x->>'field' from jsonb_array_elements(r.data->'changes') x where x ? 'field')
            when r.data ? 'relation' then array[r.data->>'relation'] end as fields, r.at, r.xid, r.position
        from read r left join items v on v.id = r.stream_id left join related_entities t on t.id = r.stream_id
        where r.type = any(${triggering as Array<string>}::text[])
          and not (r.meta ?| array['plugin', 'undoes', 'undoesBatch'])
      ) c on true
      order by c.xid, c.position`)
    const [first] = rows
    return {
      cursor: first === undefined ? cursor : { xid: first.xid, position: first.position },
      isFull: first?.n === perStep,
      changes: rows.flatMap(({ at, fields, id, kind, type }): ReadonlyArray<Change> =>
        id === null || kind === null || type === null || at === null
          ? []
          : [{ id, kind, type, at, fields: fields ?? [] }]
      )
    }
  })

/**
 * Returns the pending changes for each hook that the changes trigger, in order. A plugin does not receive changes from
 * before its installation, even if they are read afterwards.
 */
const awaited = (
  plugins: ReadonlyArray<PluginRow>,
  changes: ReadonlyArray<Change>
): ReadonlyArray<AwaitedChange> =>
  plugins.flatMap(({ definition, id: pluginId, installedAt }) =>
    definition.hooks.flatMap((hook) =>
      changes.flatMap((change) => {
        const type = triggerOf(hook, change)
        const { fields, id: thingId } = change
        return type === undefined || change.at < installedAt
          ? []
          : [{ pluginId, hook: hook.name, thingId, type, fields }]
      })
    )
  )

/** Queues a run for each hook that has pending changes but no queued or running run. */
const startRuns = (plugins: ReadonlyArray<PluginRow>) =>
  Effect.gen(function* () {
    const byKey = new Map(
      plugins.flatMap((plugin) =>
        plugin.definition.hooks.map(({ name }) => [hookKey(plugin.id, name), { plugin, name }] as const)
      )
    )
    const waiting = yield* waitingHooks(
      [...byKey].map(([key, { name, plugin }]) => ({ key, pluginId: plugin.id, hook: name }))
    )
    yield* enqueue(
      waiting.map((key) => {
        const { name, plugin } = byKey.get(key)!
        const run = pluginRunOf({
          ...{ pluginId: plugin.id, accountId: plugin.installedBy, task: name, isHook: true, args: "{}" },
          ...{ name: plugin.definition.name, batchId: uuidv7(), triggeredBy: "hook" }
        })
        return { ...run, dedupeKey: key }
      })
    )
  })

/**
 * Processes the next events. A lock ensures that only one worker at a time processes events. Returns true if more
 * events may be waiting.
 */
const step = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lock = yield* rowOf(Lock)(
    sql`select pg_try_advisory_xact_lock(hashtextextended('plugins', 0)) as "isFree"`
  )
  if (!Option.getOrThrow(lock).isFree) return false
  const before = yield* rowOf(Cursor)(sql`select xid, position from plugin_cursor`)
  const plugins = (yield* pluginRows).filter(
    ({ definition, isEnabled }) => isEnabled && definition.isRunnable && definition.hooks.length > 0
  )
  // Hooks receive only changes that are made while the plugin is installed.
  const found =
    Option.isNone(before) || plugins.length === 0
      ? { cursor: yield* feedEnd, isFull: false, changes: [] }
      : yield* changesAfter(before.value)
  if (plugins.length > 0 && (yield* blockedReason) === null) {
    yield* storeChanges(awaited(plugins, found.changes))
    yield* startRuns(plugins)
  }
  const { position, xid } = found.cursor
  if (Option.isNone(before) || before.value.xid !== xid || before.value.position !== position)
    yield* sql`insert into plugin_cursor (xid, position) values (${xid}, ${position}::bigint)
      on conflict (is_only) do update set xid = excluded.xid, position = excluded.position`
  return found.isFull
}).pipe(transaction)

/** Queues hook runs for all changes since the last call. */
export const startHooks = Effect.fn("plugins.hooks")(function* () {
  while (yield* step) continue
})
