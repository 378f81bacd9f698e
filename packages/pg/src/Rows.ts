import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * Decodes what a statement answered. A row that does not fit its schema is a defect of ours, never the caller's
 * fault, so it must not come out as a validation error.
 */
export const rowsOf =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <R>(statement: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) => {
    const decode = Schema.decodeUnknown(Schema.Array(schema))
    return Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
  }

/** The first row, if any. */
export const rowOf =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <R>(statement: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) =>
    Effect.map(rowsOf(schema)(statement), (rows) => Option.fromNullable(rows[0]))
