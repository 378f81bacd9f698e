import { Timestamp } from "@media/kernel/Timestamp"
import { Body, OptionalBody, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/** What the caller thinks of an item and did with it; no one else's. A row of every list has it, with zeros at first. */
export const UserState = Schema.Struct({
  isFavorite: Schema.Boolean,
  /** 0 to 100. */
  rating: Schema.NullOr(Schema.Int),
  /** Seconds, where to go on; 0 when not started or finished. */
  position: Schema.Number,
  /** Viewings that reached the end; at least 1 for what was marked watched. */
  playCount: Schema.Int,
  lastPlayedAt: Schema.NullOr(Timestamp),
  isWatched: Schema.Boolean
}).annotations({ identifier: "UserState" })
export type UserState = typeof UserState.Type

const ratingBounds = () => "must be a whole number from 0 to 100"
/** 0 to 100; null takes it back. */
export const Rating = Schema.NullOr(
  Schema.Number.annotations({ message: ratingBounds }).pipe(
    Schema.int({ message: ratingBounds }),
    Schema.between(0, 100, { message: ratingBounds })
  )
)

/** 115 days: what is longer is no time in a file. */
export const longestSeconds = 10_000_000
const secondsBounds = () => `must be a number of seconds from 0 to ${longestSeconds}`
const Seconds = Schema.Number.annotations({ message: secondsBounds }).pipe(
  Schema.finite({ message: secondsBounds }),
  Schema.between(0, longestSeconds, { message: secondsBounds })
)
const sequenceBounds = () => "must be a whole number that is not negative"
const SessionKey = SafeText(100)

/** What a player that starts may say; everything may be left out. */
export const PlayStart = OptionalBody({
  /** Names this viewing: one page, one device. */
  sessionKey: Schema.optional(SessionKey),
  /** From the beginning: what was watched before does not count any more. */
  restart: Schema.optional(Schema.Boolean)
})
export type PlayStart = typeof PlayStart.Type

/** Where a player stands. */
export const ProgressReport = Body({
  /** Seconds. */
  position: Seconds,
  /** Seconds, as the player knows it; for items whose own is not known. */
  duration: Schema.optional(Seconds),
  /** Names this viewing: one page, one device. */
  sessionKey: Schema.optional(SessionKey),
  /** Grows with each report of a viewing: one that is not above the last comes late and changes nothing. */
  sequence: Schema.optional(
    Schema.Number.annotations({ message: sequenceBounds }).pipe(
      Schema.int({ message: sequenceBounds }),
      Schema.between(0, Number.MAX_SAFE_INTEGER, { message: sequenceBounds })
    )
  ),
  /** From here on, whatever was known: the one report that may erase a position. */
  restart: Schema.optional(Schema.Boolean)
})
export type ProgressReport = typeof ProgressReport.Type
