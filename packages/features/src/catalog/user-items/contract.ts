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
const Sequence = Schema.Number.annotations({ message: sequenceBounds }).pipe(
  Schema.int({ message: sequenceBounds }),
  Schema.between(0, Number.MAX_SAFE_INTEGER, { message: sequenceBounds })
)

/** What a player that starts may say; everything may be left out. */
export const PlayStart = OptionalBody({
  /** Names this viewing: one page, one device. */
  sessionKey: Schema.optional(SessionKey),
  /** From the beginning: what was watched before does not count any more. */
  restart: Schema.optional(Schema.Boolean),
  /**
   * Seconds of a track that this viewing has played by now: said once half of it or four minutes are reached, it is a play,
   * and counts once. Tracks of twenty minutes and more count at their end, as all else does.
   */
  heard: Schema.optional(Seconds)
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
  sequence: Schema.optional(Sequence),
  /** From here on, whatever was known: the one report that may erase a position. */
  restart: Schema.optional(Schema.Boolean)
})
export type ProgressReport = typeof ProgressReport.Type

const shareBounds = () => "must be a number from 0 to 1"
export const Share = Schema.Number.annotations({ message: shareBounds }).pipe(
  Schema.finite({ message: shareBounds }),
  Schema.between(0, 1, { message: shareBounds })
)

/** A place in a book, in the words of those that show it; each says what it knows. */
export const BookLocator = Body({
  /** EPUB: the document, by its name in the archive: `OEBPS/chapter-1.xhtml`. */
  href: Schema.optional(SafeText(1_000)),
  /** EPUB: how far into that document, 0 to 1. */
  progression: Schema.optional(Share),
  /** What another program calls the place, given back as it was: an XPointer of KOReader, say. */
  native: Schema.optional(SafeText(4_000))
}).annotations({ identifier: "BookLocator" })
export type BookLocator = typeof BookLocator.Type

/**
 * Where a reader stands in a book: the share that was read, or the page. A page wins over a share where both are given.
 */
export const BookReport = Body({
  /** How much of the book lies before the end of what is shown, 0 to 1. */
  fraction: Schema.optional(Share),
  /** Comics and PDF: the page, from 1. EPUB: per cent. */
  position: Schema.optional(Seconds),
  /** Pages as the reader knows them; for books whose own number is not known. */
  duration: Schema.optional(Seconds),
  locator: Schema.optional(Schema.NullOr(BookLocator)),
  /** What people call the device; that of the session unless it says otherwise. */
  device: Schema.optional(SafeText(100)),
  /** Names this reading: one page of the web app, one device. */
  sessionKey: Schema.optional(SessionKey),
  /** Grows with each report of a reading: one that is not above the last comes late and changes nothing. */
  sequence: Schema.optional(Sequence),
  /** From here on, whatever was known: the one report that may erase a position. */
  restart: Schema.optional(Schema.Boolean)
})
export type BookReport = typeof BookReport.Type

/** The one place of an account in a book, whichever program it reads with. */
export const BookProgress = Schema.Struct({
  /** 0 to 1. 0: not begun; 1: at its end, also once it is out of "Continue watching". */
  fraction: Schema.Number,
  /** Comics and PDF: the page, from 1. Null for other books, and where the number of pages is not known. */
  page: Schema.NullOr(Schema.Int),
  /** Null where nothing but the fraction is known. */
  locator: Schema.NullOr(BookLocator),
  /** Where it was read last. */
  device: Schema.NullOr(Schema.String),
  updatedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "BookProgress" })
export type BookProgress = typeof BookProgress.Type
