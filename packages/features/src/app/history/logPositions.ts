import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { rowOf, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PlainQuery } from "../../catalog/filters/plainList.ts"
import { strangers, theServer, type HistoryFilter } from "./contract.ts"
import { historyKinds } from "../../EventHistory.ts"
import { isOfStrangers, kindOf, usualKinds } from "./kinds.ts"

const Position = Schema.Struct({ position: Schema.Number })

/** Condition of the indexes on the log. The planner uses an index only if the query contains its exact condition. */
const isShown = "e.type not like 'jobs.%' and not e.meta ? 'follows'"
const actorOf = "coalesce(e.meta->>'actor', '')"

/**
 * Returns positions that bound the events of a time range. The time of an event is the start time of its transaction,
 * and a transaction takes less than an hour. The positions of events one hour before and one hour after the range are
 * therefore bounds.
 */
const boundsOf = ({ from, to }: HistoryFilter) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const at = (condition: Fragment) =>
      Effect.map(
        rowOf(Position)(
          sql`select e.position from events e where ${sql.literal(isShown)} and ${condition} limit 1`
        ),
        Option.map(({ position }) => position)
      )
    return {
      above:
        from === undefined
          ? Option.none<number>()
          : yield* at(sql`e.at < ${new Date(from)}::timestamptz - interval '1 hour' order by e.at desc`),
      below:
        to === undefined
          ? Option.none<number>()
          : yield* at(sql`e.at >= ${new Date(to)}::timestamptz + interval '1 hour' order by e.at`)
    }
  })

const wantedTypes = (
  { actor, kind }: HistoryFilter,
  { conditions }: PlainQuery,
  tags: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const namesKinds = conditions?.costs.some(({ field }) => field === "kind" || field === "type") === true
  const kinds: ReadonlyArray<string> = kind?.split(",") ?? (namesKinds ? historyKinds : usualKinds)
  const isTheirs = (tag: string) =>
    (actor !== theServer && actor !== strangers) || isOfStrangers(tag) === (actor === strangers)
  return tags.filter((tag) => kinds.includes(kindOf(tag) ?? "") && isTheirs(tag))
}

/** The largest bigint. Every position is lower. */
const noPosition = "9223372036854775807"

/**
 * Returns the positions of the newest events that match a filter, at most `limit` + 1. If `own` is given, only events
 * of these types are returned, regardless of `kind`.
 *
 * The query reads the newest events of each type from the index of types, so the number of events of other types does
 * not matter. To make the planner use this index, the bounds and the sort order use all columns of the index, and the
 * time is part of an expression. With the index `events_position`, a search for a rare type would read the whole log
 * (0.9 s for a million events). With the index `events_history_at`, the query would sort all events of the time range
 * (6 s).
 */
export const logPositionsOf = Effect.fn("history.logPositions")(function* (
  filter: HistoryFilter,
  query: PlainQuery,
  own?: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const { tags } = yield* EventRegistry
  const types = (own ?? wantedTypes(filter, query, tags)) as Array<string>
  const { above, below } = yield* boundsOf(filter)
  const { actor, before, from, limit, requestId, target, to } = filter
  const first = Option.getOrElse(above, () => 0)
  const end = [before, Option.getOrUndefined(below)].filter((position) => position !== undefined)
  const last = end.length === 0 ? noPosition : Math.min(...end)
  const who = actor === theServer || actor === strangers ? "" : actor
  const time = sql.and([
    query.where,
    ...(from === undefined ? [] : [sql`e.at + interval '0' >= ${new Date(from)}::timestamptz`]),
    ...(to === undefined ? [] : [sql`e.at + interval '0' < ${new Date(to)}::timestamptz`])
  ])
  if (target === undefined && requestId === undefined) {
    const person = sql.literal(who === undefined ? "" : `${actorOf}, `)
    const named = who === undefined ? sql.literal("") : sql`${who}::text, `
    const columns = sql`(${person}e.type, e.position)`
    const statement = sql`
      select e.position from unnest(${types}::text[]) as wanted(type) cross join lateral (
        select e.position from events e
        where ${columns} < (${named}wanted.type, ${last}::bigint)
          and ${columns} > (${named}wanted.type, ${first}::bigint)
          and ${sql.literal(isShown)} and ${time}
        order by ${sql.literal(who === undefined ? "" : `${actorOf} desc, `)}e.type desc, e.position desc
        limit ${limit + 1}
      ) e order by e.position desc limit ${limit + 1}`
    return (yield* rowsOf(Position)(statement)).map(({ position }) => position)
  }
  const conditions = sql.and([
    sql`e.position < ${last}::bigint and e.position > ${first}::bigint`,
    time,
    ...(who === undefined ? [] : [sql`${sql.literal(actorOf)} = ${who}`]),
    ...(requestId === undefined ? [] : [sql`e.meta ? 'requestId' and e.meta->>'requestId' = ${requestId}`]),
    // A bulk change has one event per target, so this condition finds it through any of its targets.
    ...(target === undefined ? [] : [sql`e.stream_id = ${target}::uuid`])
  ])
  const statement = sql`
    select e.position from events e
    where e.type = any(${types}::text[]) and ${conditions} order by e.position desc limit ${limit + 1}`
  return (yield* rowsOf(Position)(statement)).map(({ position }) => position)
})
