import * as Schema from "effect/Schema"

/** ISO 8601 UTC with milliseconds, as `Date#toISOString` writes it; the wire's only form of an instant. */
export const Timestamp = Schema.String.annotations({ identifier: "Timestamp", description: "ISO 8601, UTC" })
export type Timestamp = string

/** The only place that reads the wall clock outside an Effect. Inside one, use `Clock`. */
export const now = (): Date => new Date()

/** Converts a column value (`timestamptz` arrives as `Date`) to its wire form. */
export const toTimestamp = (date: Date): Timestamp => date.toISOString()

/** A row with its instants in wire form. */
export type WithTimestamps<A> = {
  readonly [K in keyof A]: A[K] extends Date ? Timestamp : A[K] extends Date | null ? Timestamp | null : A[K]
}

/** Converts a row's dates to their wire form and leaves everything else unchanged. */
export const withTimestamps = <A extends object>(row: A): WithTimestamps<A> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? toTimestamp(value) : value])
  ) as WithTimestamps<A>
