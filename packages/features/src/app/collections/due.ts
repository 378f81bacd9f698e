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

/** Returns true if the value is `today` or `yesterday`, which changes at midnight. */
const isSymbolic = ({ value }: Condition) =>
  [value].flat().some((each) => each === "today" || each === "yesterday")

/** Returns true if the matching items of a condition can change over time without an event. */
const isTimed = (condition: Condition, relations: ReadonlyArray<string>) =>
  isRolling(condition) || isSymbolic(condition) || (relations.length > 0 && condition.field === "age")

const Next = Schema.Struct({ millis: Schema.NullOr(Schema.Number) })

/** Returns the time in milliseconds until the next item starts or stops matching a condition. */
const untilNext = (condition: Condition, now: number) =>
  Effect.gen(function* () {
    const field = condition.field === WORDS ? undefined : itemFieldTable().find(condition.field)
    // Conditions on dates change only at midnight.
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
 * Returns the time at which a rule must be evaluated again, in milliseconds since 1970. Returns undefined if the
 * members of the rule do not depend on the time. The result is never later than the next midnight, because the ends of
 * longer periods, such as months, are not computed.
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
