import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { bounded } from "../../catalog/filters/bounded.ts"
import { readPlainList, wordIn } from "../../catalog/filters/plainList.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import * as Access from "../../platform/access/Access.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { HistoryEntry, HistoryFilter, HistoryPage } from "./contract.ts"
import {
  isOfStrangers,
  kindOf,
  privateSentenceOf,
  privateTypes,
  sentenceOf,
  targets as sharedTargets
} from "./kinds.ts"
import { historyFields } from "./fields.ts"
import { ownTargets } from "./own.ts"
import { logPositionsOf } from "./logPositions.ts"
import { isUndoable, undoableTags, whyNot } from "./undoables.ts"

/** Number of events at which counting stops, because a batch may contain a million events. */
const mostCounted = 10_001

const Row = Schema.Struct({
  position: Schema.Number,
  at: Schema.DateFromSelf,
  type: Schema.String,
  data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  actorId: Schema.NullOr(Schema.String),
  actorName: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Schema.String),
  targetKind: Schema.NullOr(Schema.Literal("account", "library", "item", "entity")),
  targetId: Schema.NullOr(Schema.String),
  targetName: Schema.NullOr(Schema.String),
  itemKind: Schema.NullOr(ItemKind),
  isThere: Schema.Boolean,
  count: Schema.Number,
  cause: Schema.NullOr(Schema.String),
  isUndoableBatch: Schema.Boolean,
  undoneBy: Schema.NullOr(Schema.Number)
})

const uuid = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'"

/**
 * Returns the events at these positions, newest first. Omits events whose target is hidden from the caller. For callers
 * who hide NSFW content, also omits events about deleted objects, because the objects may have been NSFW.
 */
const rowsAt = (principal: Principal, positions: ReadonlyArray<number>, isOwn: boolean) =>
  Effect.gen(function* () {
    if (positions.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    const targets = isOwn ? ownTargets : sharedTargets
    // Returns SQL for the name that the actor or the target had at the time of the event `e`.
    const nameAt = (id: string, field: string) =>
      sql.literal(`(select n.data->>'${field}' from events n
        where n.stream_id = ${id} and n.position <= e.position and n.data ? '${field}'
        order by n.version desc limit 1)`)
    const isOfItem = (event: "b" | "e") =>
      sql`${targets}::jsonb -> ${sql.literal(event)}.type ->> 'kind' = 'item'`
    // All of the caller's own changes are counted, because only the caller sees them.
    const counted =
      principal.showNsfw || isOwn
        ? sql.literal("true")
        : sql`(not coalesce(${isOfItem("b")}, false) or exists (
          select 1 from items v where v.id = b.stream_id and ${visibility.items("v")}))`
    return yield* rowsOf(Row)(sql`
      with named as materialized (
        select e.position, e.stream_id, e.at, e.type, e.data, e.meta,
          case when e.meta->>'actor' ~ ${sql.literal(uuid)} then (e.meta->>'actor')::uuid end as actor_id,
          t.kind as target,
          case when t."in" is null then e.stream_id
               when e.data->>t."in" ~ ${sql.literal(uuid)} then (e.data->>t."in")::uuid end as target_id
        from events e left join lateral jsonb_to_record(${targets}::jsonb -> e.type) as t(kind text, "in" text) on true
        where e.position = any(${positions as Array<number>}::bigint[])
      )
      select e.position, e.at, e.type, e.data, e.actor_id as "actorId",
        ${nameAt("e.actor_id", "displayName")} as "actorName",
        e.meta->>'address' as address, e.meta->>'requestId' as "requestId", e.meta->>'batchId' as "batchId",
        case when e.target_id is not null then e.target end as "targetKind", e.target_id as "targetId",
        case e.target when 'account' then ${nameAt("e.target_id", "displayName")}
                      when 'library' then ${nameAt("e.target_id", "name")}
                      when 'item' then i.title
                      when 'entity' then r.name end as "targetName",
        i.kind as "itemKind",
        coalesce(i.id, l.id, a.id, r.id) is not null and t.item_id is null as "isThere",
        case when e.meta ? 'batchId' then (select count(*)::int from (
          select distinct b.stream_id from events b where b.meta ? 'batchId' and b.meta->>'batchId' = e.meta->>'batchId'
            and b.type = e.type and ${counted} limit ${mostCounted}) counted)
        else 1 end as count,
        e.meta->>'cause' as cause,
        e.meta ? 'batchId' and exists (select from events b where b.meta ? 'batchId'
          and b.meta->>'batchId' = e.meta->>'batchId' and b.type = any(${undoableTags as Array<string>}::text[])
          ) as "isUndoableBatch",
        coalesce(case when e.meta ? 'batchId' then batch_undone_by(e.meta->>'batchId') end,
          undone_by(e.stream_id, e.position)) as "undoneBy"
      from named e
      left join items i on e.target = 'item' and i.id = e.target_id
      left join trashed_items t on t.item_id = i.id
      -- An item in the trash is visible to accounts that see its original library.
      left join lateral (select coalesce(t.library_id, i.library_id) as library_id, i.is_nsfw) h on true
      left join libraries l on e.target = 'library' and l.id = e.target_id
      left join accounts a on e.target = 'account' and a.id = e.target_id
      left join related_entities r on e.target = 'entity' and r.id = e.target_id
      where case when i.id is not null then ${visibility.items("h")}
                 when l.id is not null then ${visibility.libraries("l")}
                 when r.id is not null then ${fewEntities("r")}
                 else ${principal.showNsfw && !isOwn} or coalesce(e.target, '') not in ('item', 'library', 'entity') end
      order by e.position desc`)
  })

const Scalar = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
const isScalar = Schema.is(Scalar)
const Change = Schema.Struct({ field: Schema.String, from: Scalar, to: Scalar })
const isChange = Schema.is(Change)

/** Truncates long values, such as descriptions. */
const shortened = (value: typeof Scalar.Type) =>
  typeof value === "string" && value.length > 300 ? `${value.slice(0, 299)}…`.toWellFormed() : value

const changesOf = (type: string, data: typeof Row.Type.data): HistoryEntry["changes"] => {
  const { changes, name, value } = data
  const found = Array.isArray(changes)
    ? changes.filter(isChange)
    : type === "settings.changed.v1" && typeof name === "string" && isScalar(value)
      ? [{ field: name, from: null, to: value }]
      : Object.entries(data).flatMap(([field, to]) =>
          isScalar(to) && !field.endsWith("Id") ? [{ field, from: null, to }] : []
        )
  return found.map(({ field, from, to }) => ({ field, from: shortened(from), to: shortened(to) }))
}

const entryOf = (row: typeof Row.Type): HistoryEntry => ({
  position: row.position,
  at: toTimestamp(row.at),
  type: row.type,
  kind: kindOf(row.type) ?? "other",
  sentence:
    privateSentenceOf(row.type) ?? sentenceOf(row.type, row.targetKind !== null && row.targetId !== null),
  actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName },
  byStranger: row.actorId === null && isOfStrangers(row.type),
  address: row.address,
  requestId: row.requestId,
  target:
    row.targetKind === null || row.targetId === null
      ? null
      : {
          kind: row.targetKind,
          id: row.targetId,
          name: row.targetName,
          itemKind: row.itemKind,
          exists: row.isThere
        },
  count: Math.max(1, row.count),
  changes: changesOf(row.type, row.data),
  cause: row.cause,
  batchId: row.batchId,
  isUndoable: row.isUndoableBatch || (row.batchId === null && isUndoable(row.type)),
  whyNot: row.isUndoableBatch ? null : whyNot(row.type),
  undoneBy: row.undoneBy
})

/** Returns the newest event of each batch, which represents the whole batch, and all events without a batch. */
const onceABatch = (rows: ReadonlyArray<typeof Row.Type>) => {
  const seen = new Set<string>()
  return rows.filter(({ batchId }) => {
    if (batchId === null) return true
    const isNew = !seen.has(batchId)
    seen.add(batchId)
    return isNew
  })
}

/** Returns a filter for the caller's own actions. Ignores actor, kind and target. */
const ownFilter = (
  principal: Principal,
  { actor: _, kind: _kind, target: _target, ...filter }: HistoryFilter
): HistoryFilter => ({
  ...filter,
  actor: principal.accountId
})

/**
 * Returns a page of the activity log. A page may contain fewer entries than requested, because entries that are hidden
 * from the caller are omitted. `nextBefore` is null only on the last page.
 */
export const historyPage = Effect.fn("history.page")(function* (principal: Principal, wanted: HistoryFilter) {
  const sql = yield* SqlClient.SqlClient
  const isOwn = wanted.own === true || !Access.administers(principal)
  const filter = isOwn ? ownFilter(principal, wanted) : wanted
  const visibility = yield* visibleTo(principal)
  const mayName = sql`exists (select from items v left join trashed_items t on t.item_id = v.id
    left join lateral (select coalesce(t.library_id, v.library_id) as library_id, v.is_nsfw) h on true
    where v.id = e.stream_id and ${visibility.items("h")})`
  const inTitle = wordIn(sql, ["v.title"])
  const inName = wordIn(sql, ["a.display_name"])
  const words = (
    phrase: string
  ) => sql`(exists (select from items v where v.id = e.stream_id and ${inTitle(phrase)}) and ${mayName}
    or exists (select from accounts a where a.id::text = e.meta->>'actor' and ${inName(phrase)}))`
  const query = yield* readPlainList(principal, filter.q, { fields: historyFields, mayName, words })
  const found = logPositionsOf(filter, query, isOwn ? privateTypes : undefined)
  const positions = yield* query.conditions === undefined ? found : bounded(query.conditions, found)
  const shown = positions.slice(0, filter.limit)
  const rows = yield* rowsAt(principal, shown, isOwn)
  return {
    items: (filter.target === undefined ? onceABatch(rows) : rows).map((row) =>
      filter.target === undefined ? entryOf(row) : { ...entryOf(row), count: 1 }
    ),
    nextBefore: positions.length > shown.length ? (shown.at(-1) ?? null) : null
  } satisfies HistoryPage
})

const ActorRow = Schema.Struct({ id: Schema.String, name: Schema.String })

/**
 * At most 500 accounts, as choices of the actor filter. Users can select any other account, including a deleted
 * account, from one of its entries.
 */
export const historyActors = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(ActorRow)(
    sql`select id, display_name as name from accounts order by lower(display_name), id limit 500`
  )
)
