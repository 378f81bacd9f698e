import type { SqlError } from "@effect/sql/SqlError"
import { identityCheck } from "@media/kernel/IdentityCheck"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ParseError } from "effect/ParseResult"
import * as Schema from "effect/Schema"

type Decode = (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<unknown>, ParseError>
const decoders = new WeakMap<object, Decode>()

const makeDecoder = <A, I>(schema: Schema.Schema<A, I>): Decode => {
  const parse = Schema.decodeUnknown(Schema.Array(schema))
  const isIdentity = identityCheck(schema)
  return isIdentity === undefined
    ? parse
    : (rows) => (rows.every(isIdentity) ? Effect.succeed(rows) : parse(rows))
}

/** Compiled once for each schema: otherwise every statement makes the array schema and its parser again. */
const decoderOf = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = decoders.get(schema) ?? makeDecoder(schema)
  decoders.set(schema, decode)
  return decode as (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>, ParseError>
}

/**
 * Decodes what a statement answered. A row that does not fit its schema is a defect of ours, never the caller's
 * fault, so it must not come out as a validation error.
 */
export const rowsOf =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <R>(statement: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) => {
    const decode = decoderOf(schema)
    return Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
  }

/** The first row, if any. */
export const rowOf =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <R>(statement: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) =>
    Effect.map(rowsOf(schema)(statement), (rows) => Option.fromNullable(rows[0]))
