import { Timestamp } from "@media/kernel/Timestamp"
import { Body, OptionalBody, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/** The caller's own state of an item, which no one else sees. Every list row has it, initially with zeros. */
export const UserState = Schema.Struct({
  isFavorite: Schema.Boolean,
  /** 0 to 100. */
  rating: Schema.NullOr(Schema.Int),
  /** Seconds, the position to resume at; 0 if not started or finished. */
  position: Schema.Number,
  /** Number of viewings that reached the end; at least 1 if marked as watched. */
  playCount: Schema.Int,
  lastPlayedAt: Schema.NullOr(Timestamp),
  isWatched: Schema.Boolean
}).annotations({ identifier: "UserState" })
export type UserState = typeof UserState.Type

const ratingBounds = () => "must be a whole number from 0 to 100"
/** 0 to 100; null removes the rating. */
export const Rating = Schema.NullOr(
  Schema.Number.annotations({ message: ratingBounds }).pipe(
    Schema.int({ message: ratingBounds }),
    Schema.between(0, 100, { message: ratingBounds })
  )
)

/** 115 days: no file is longer. */
export const longestSeconds = 10_000_000
const secondsBounds = () => `must be a number of seconds from 0 to ${longestSeconds}`
const Seconds = Schema.Number.annotations({ message: secondsBounds }).pipe(
  Schema.finite({ message: secondsBounds }),
  Schema.between(0, longestSeconds, { message: secondsBounds })
)
const sequenceBounds = () => "must be a whole number that is not negative"
const SessionKey = SafeText(100)
const Sequence = Schema.Number.annotations({ message: sequenceBounds }).pipe(
  Schema.int({ message: sequenceBounds }),
  Schema.between(0, Number.MAX_SAFE_INTEGER, { message: sequenceBounds })
)

/** Parameters of a starting player; all are optional. */
export const PlayStart = OptionalBody({
  /** Identifies this viewing: one page on one device. */
  sessionKey: Schema.optional(SessionKey),
  /** Starts from the beginning: earlier progress no longer counts. */
  restart: Schema.optional(Schema.Boolean),
  /**
   * Seconds of a track that this viewing has played so far. When it reports half of the track or four minutes, that
   * counts as one play. Tracks of twenty minutes and more count at their end, like all other items.
   */
  heard: Schema.optional(Seconds)
})
export type PlayStart = typeof PlayStart.Type

/** A player's position. */
export const ProgressReport = Body({
  /** Seconds. */
  position: Seconds,
  /** Seconds according to the player; for items with an unknown duration. */
  duration: Schema.optional(Seconds),
  /** Identifies this viewing: one page on one device. */
  sessionKey: Schema.optional(SessionKey),
  /**
   * Increases with each report of a viewing. A report whose number is not higher than the last one is late and changes
   * nothing.
   */
  sequence: Schema.optional(Sequence),
  /** Starts over from this position. Only such a report may erase an earlier position. */
  restart: Schema.optional(Schema.Boolean)
})
export type ProgressReport = typeof ProgressReport.Type

const shareBounds = () => "must be a number from 0 to 1"
export const Share = Schema.Number.annotations({ message: shareBounds }).pipe(
  Schema.finite({ message: shareBounds }),
  Schema.between(0, 1, { message: shareBounds })
)

/** A position in a book, in the formats of different readers; each reports the values that it knows. */
export const BookLocator = Body({
  /** EPUB: the document, by its name in the archive: `OEBPS/chapter-1.xhtml`. */
  href: Schema.optional(SafeText(1_000)),
  /** EPUB: how far into that document, 0 to 1. */
  progression: Schema.optional(Share),
  /** Another program's own description of the reading position, returned unchanged: an XPointer of KOReader, for example. */
  native: Schema.optional(SafeText(4_000))
}).annotations({ identifier: "BookLocator" })
export type BookLocator = typeof BookLocator.Type

/** A reader's position in a book: the share that was read, or the page. A page has priority if both are given. */
export const BookReport = Body({
  /** The share of the book before the end of the visible part, 0 to 1. */
  fraction: Schema.optional(Share),
  /** Comics and PDF: the page, from 1. EPUB: per cent. */
  position: Schema.optional(Seconds),
  /** Pages according to the reader; for books with an unknown number. */
  duration: Schema.optional(Seconds),
  locator: Schema.optional(Schema.NullOr(BookLocator)),
  /** The name of the device; by default the session's. */
  device: Schema.optional(SafeText(100)),
  /** Identifies this reading: one page of the web app on one device. */
  sessionKey: Schema.optional(SessionKey),
  /**
   * Increases with each report of a reading. A report whose number is not higher than the last one is late and changes
   * nothing.
   */
  sequence: Schema.optional(Sequence),
  /** Starts over from this position. Only such a report may erase an earlier position. */
  restart: Schema.optional(Schema.Boolean)
})
export type BookReport = typeof BookReport.Type

/** The reading position of an account in a book, whichever program it reads with. */
export const BookProgress = Schema.Struct({
  /** 0 for a book that was not begun, 1 at its end, even after it was removed from "Continue watching". */
  fraction: Schema.Number,
  /** Comics and PDF: the page, from 1. Null for other books, and if the number of pages is unknown. */
  page: Schema.NullOr(Schema.Int),
  /** Null if only the fraction is known. */
  locator: Schema.NullOr(BookLocator),
  /** The device of the last reading. */
  device: Schema.NullOr(Schema.String),
  updatedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "BookProgress" })
export type BookProgress = typeof BookProgress.Type
