import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import { WORDS } from "@media/query/Field"
import { type Condition, conditionsIn, type Last, type Node } from "@media/query/Tree"
import { lastInstants } from "@media/query/values/clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"

const DAY = 86_400_000
const MINUTE = 60_000

const isRolling = ({ operator }: Condition) => operator === "in_last" || operator === "not_in_last"

/** True for relative days, which change at midnight. */
const isSymbolic = ({ value }: Condition) =>
  [value].flat().some((each) => each === "today" || each === "yesterday")

/** True if the members of a tree change over time without any event. */
const isTimed = (condition: Condition, relations: ReadonlyArray<string>) =>
  isRolling(condition) || isSymbolic(condition) || (relations.length > 0 && condition.field === "age")

const Next = Schema.Struct({ millis: Schema.NullOr(Schema.Number) })

/** The time until the next item begins or ceases to match this condition. */
const untilNext = (condition: Condition, now: number) =>
  Effect.gen(function* () {
    const field = condition.field === WORDS ? undefined : itemFieldTable().find(condition.field)
    // Relative dates change at midnight.
    if (field?.type.name === "date") return DAY
    if (field?.source.from !== "item") return MINUTE
    const sql = yield* SqlClient.SqlClient
    const { from } = lastInstants(condition.value as Last, { now, zone: "UTC" })
    const at = sql.literal(`extract(epoch from ${field.source.expression})::float8 * 1000`)
    const next = yield* rowOf(Next)(sql`
      select least(min(x.at) filter (where x.at >= ${from}::float8) - ${from}::float8,
        min(x.at) filter (where x.at > ${now}::float8) - ${now}::float8) as millis
      from (select ${at} as at from items v) x`)
    return Option.getOrThrow(next).millis ?? DAY
  })

/**
 * When a tree must be evaluated again because time has passed, in milliseconds since 1970; undefined if time has no
 * effect. At midnight at the latest, because months have different lengths and no boundary beyond a day is computed.
 */
export const dueAfter = (trees: ReadonlyArray<Node>, now: number) =>
  Effect.gen(function* () {
    const timed = trees
      .flatMap((tree) => conditionsIn(tree))
      .filter(({ condition, relations }) => isTimed(condition, relations))
    if (timed.length === 0) return undefined
    const midnight = (Math.floor(now / DAY) + 1) * DAY
    const waits = yield* Effect.forEach(timed, ({ condition, relations }) =>
      !isRolling(condition)
        ? Effect.succeed(DAY)
        : relations.length > 0
          ? Effect.succeed(MINUTE)
          : untilNext(condition, now)
    )
    return Math.min(midnight, now + Math.max(1, Math.floor(Math.min(...waits))))
  })
