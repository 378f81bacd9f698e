import * as Schema from "effect/Schema"

/** ISO 8601 UTC with milliseconds, as `Date#toISOString` writes it; the wire's only form of an instant. */
export const Timestamp = Schema.String.annotations({ identifier: "Timestamp", description: "ISO 8601, UTC" })
export type Timestamp = string

/** The one place where the wall clock is read outside an Effect. Inside one, use `Clock`. */
export const now = (): Date => new Date()

/** Column value (`timestamptz` arrives as `Date`) to wire form. */
export const toTimestamp = (date: Date): Timestamp => date.toISOString()
