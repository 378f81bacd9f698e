import * as Schema from "effect/Schema"

/**
 * An instant as ISO 8601 text in UTC with milliseconds, as `Date#toISOString` writes it. Requests and responses contain
 * instants only in this form.
 */
export const Timestamp = Schema.String.annotations({ identifier: "Timestamp", description: "ISO 8601, UTC" })
export type Timestamp = string

/**
 * Returns the current time. This is the only function outside an Effect that reads the wall clock. Inside an Effect,
 * use `Clock`.
 */
export const now = (): Date => new Date()

/** Converts a `timestamptz` column value, which the driver returns as a `Date`, to a `Timestamp`. */
export const toTimestamp = (date: Date): Timestamp => date.toISOString()

/** The type of a row after `withTimestamps`: each `Date` column is a `Timestamp`. */
export type WithTimestamps<A> = {
  readonly [K in keyof A]: A[K] extends Date ? Timestamp : A[K] extends Date | null ? Timestamp | null : A[K]
}

/** Returns the row with each `Date` converted to a `Timestamp`. Other values are unchanged. */
export const withTimestamps = <A extends object>(row: A): WithTimestamps<A> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? toTimestamp(value) : value])
  ) as WithTimestamps<A>
