import { Timestamp } from "@media/kernel/Timestamp"
import { Body, OptionalBody, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/**
 * The caller's own state of an item, which no other account sees. Every item in a list contains this state. Its initial
 * values are 0, false and null.
 */
export const UserState = Schema.Struct({
  isFavorite: Schema.Boolean,
  /** Rating from 0 to 100, or null if the item is not rated. */
  rating: Schema.NullOr(Schema.Int),
  /**
   * The position at which playback resumes, in seconds (for books, a page or percentage). 0 if the item is finished or
   * was not started.
   */
  position: Schema.Number,
  /** The number of times that the item was played to its end. At least 1 if the item is marked as watched. */
  playCount: Schema.Int,
  lastPlayedAt: Schema.NullOr(Timestamp),
  isWatched: Schema.Boolean
}).annotations({ identifier: "UserState" })
export type UserState = typeof UserState.Type

const ratingBounds = () => "must be a whole number from 0 to 100"
/** A rating from 0 to 100. Null removes the rating. */
export const Rating = Schema.NullOr(
  Schema.Number.annotations({ message: ratingBounds }).pipe(
    Schema.int({ message: ratingBounds }),
    Schema.between(0, 100, { message: ratingBounds })
  )
)

/** Maximum position or duration in seconds: 115 days, longer than any media file. */
export const longestSeconds = 10_000_000
const secondsBounds = () => `must be a number of seconds from 0 to ${longestSeconds}`
const Seconds = Schema.Number.annotations({ message: secondsBounds }).pipe(
  Schema.finite({ message: secondsBounds }),
  Schema.between(0, longestSeconds, { message: secondsBounds })
)
const sequenceBounds = () => "must be a non-negative whole number"
const SessionKey = SafeText(100)
const Sequence = Schema.Number.annotations({ message: sequenceBounds }).pipe(
  Schema.int({ message: sequenceBounds }),
  Schema.between(0, Number.MAX_SAFE_INTEGER, { message: sequenceBounds })
)

/** The optional body of a request that reports the start of playback. */
export const PlayStart = OptionalBody({
  /** Identifies the viewing: one page on one device. */
  sessionKey: Schema.optional(SessionKey),
  /** Starts from the beginning and discards earlier progress. */
  restart: Schema.optional(Schema.Boolean),
  /**
   * Number of seconds of a track that this viewing has played so far. A track counts as played after half of its
   * duration or after four minutes. A track of twenty minutes or more counts when its end is reached, like all other
   * items.
   */
  heard: Schema.optional(Seconds)
})
export type PlayStart = typeof PlayStart.Type

/** A position reported by a player. */
export const ProgressReport = Body({
  /** Position in seconds. */
  position: Seconds,
  /**
   * Duration in seconds according to the player. Used if the server does not know the duration or knows a shorter one.
   */
  duration: Schema.optional(Seconds),
  /** Identifies the viewing: one page on one device. */
  sessionKey: Schema.optional(SessionKey),
  /**
   * Increases with each report of a viewing. The server ignores a report as late if its number is not higher than the
   * previous number.
   */
  sequence: Schema.optional(Sequence),
  /** Starts over from this position. Only a report with `restart` may discard an earlier position. */
  restart: Schema.optional(Schema.Boolean)
})
export type ProgressReport = typeof ProgressReport.Type

const shareBounds = () => "must be a number from 0 to 1"
export const Share = Schema.Number.annotations({ message: shareBounds }).pipe(
  Schema.finite({ message: shareBounds }),
  Schema.between(0, 1, { message: shareBounds })
)

/** A position in a book in the formats of different reading apps. Each app sets the fields that it supports. */
export const BookLocator = Body({
  /** EPUB: the name of the document in the archive, such as `OEBPS/chapter-1.xhtml`. */
  href: Schema.optional(SafeText(1_000)),
  /** EPUB: the position in the document `href`, from 0 to 1. */
  progression: Schema.optional(Share),
  /** The position in the app's own format, such as an XPointer of KOReader. The server returns it unchanged. */
  native: Schema.optional(SafeText(4_000))
}).annotations({ identifier: "BookLocator" })
export type BookLocator = typeof BookLocator.Type

/** A position in a book that a reading app reports, as a fraction or a page. If both are set, the page is used. */
export const BookReport = Body({
  /** The fraction of the book that ends at the last visible text, from 0 to 1. */
  fraction: Schema.optional(Share),
  /** The page of a comic or PDF, starting at 1. For an EPUB, the percentage. */
  position: Schema.optional(Seconds),
  /** Number of pages according to the reading app. Used if the server does not know the number of pages. */
  duration: Schema.optional(Seconds),
  locator: Schema.optional(Schema.NullOr(BookLocator)),
  /** Name of the device. The default is the device name of the session. */
  device: Schema.optional(SafeText(100)),
  /** Identifies the reading session: one page of the web app on one device. */
  sessionKey: Schema.optional(SessionKey),
  /**
   * Increases with each report of a reading session. The server ignores a report as late if its number is not higher
   * than the previous number.
   */
  sequence: Schema.optional(Sequence),
  /** Starts over from this position. Only a report with `restart` may discard an earlier position. */
  restart: Schema.optional(Schema.Boolean)
})
export type BookReport = typeof BookReport.Type

/** An account's position in a book, as last reported by any of its reading apps. */
export const BookProgress = Schema.Struct({
  /**
   * The fraction of the book that was read: 0 for a book that was not started, and 1 for a finished book, even after
   * the book was removed from "Continue watching".
   */
  fraction: Schema.Number,
  /** The page of a comic or PDF, starting at 1. Null for other books, and if the number of pages is unknown. */
  page: Schema.NullOr(Schema.Int),
  /** The position in the format of the reading app, or null if only the fraction is known. */
  locator: Schema.NullOr(BookLocator),
  /** Name of the device that reported this position, or null if unknown. */
  device: Schema.NullOr(Schema.String),
  updatedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "BookProgress" })
export type BookProgress = typeof BookProgress.Type
