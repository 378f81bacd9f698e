import type { Archive } from "@media/archives/OpenArchive"
import { isBudgetUsed, TooMuchWork } from "@media/kernel/CpuBudget"
import { findWords } from "@media/kernel/FindWords"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { entryNamed } from "../ArchiveKeys.ts"
import { type BookUnreadable, ofArchive } from "../BookErrors.ts"
import { decodedText } from "./DecodedText.ts"
import { epubOutline } from "./Outline.ts"
import { parseMarkup, TooDeep } from "./ParseMarkup.ts"
import { MOST_DOCUMENT_BYTES } from "./Resource.ts"

/** The passages that a search found. */
export interface Found {
  readonly passages: ReadonlyArray<Passage>
  /** False if passages were omitted because of the limits on length, number or time. */
  readonly isComplete: boolean
}

export interface Passage {
  readonly href: string
  /** Position of the passage in the text of the document, from 0 to 1. */
  readonly progression: number
  readonly before: string
  readonly match: string
  readonly after: string
}

const MOST_PASSAGES = 100
/** Maximum number of bytes of unpacked documents to search. War and Peace has 4 MB. */
const MOST_BYTES = 64 * 1024 * 1024
const AROUND = 60
/**
 * Time limit for a search in milliseconds. Searches run one at a time, and callers wait at most 50 seconds, including
 * the time for earlier searches. With this limit, even three concurrent searches of the largest books on a busy machine
 * all get a result, although it may be incomplete.
 */
const MOST_MILLIS = 15_000

/** Returns the visible text of a document. */
const plainTextOf = (source: string): string => {
  const parts: Array<string> = []
  let hidden = 0
  const isHidden = (name: string) => ["head", "script", "style"].includes(name)
  parseMarkup(source, {
    onopentag: (name) => {
      if (isHidden(name)) hidden += 1
      else parts.push(/^(p|div|br|li|h[1-6]|td|tr|section|blockquote)$/.test(name) ? " " : "")
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden -= 1
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text)
    }
  })
  return parts.join("").replace(/\s+/g, " ").trim().normalize("NFC")
}

const plainTextIn = (bytes: Uint8Array): string | undefined => {
  try {
    return plainTextOf(decodedText(bytes))
  } catch (error) {
    if (error instanceof TooDeep || error instanceof TooMuchWork) return undefined
    throw error
  }
}

/**
 * Returns the passages in `text` that contain `wanted`. Returns up to one more than the maximum, so that the caller can
 * tell whether there are more.
 */
const passagesIn = (href: string, text: string, wanted: string): ReadonlyArray<Passage> =>
  findWords(text, wanted, MOST_PASSAGES + 1).map(({ end, start }) => ({
    href,
    progression: start / text.length,
    before: text.slice(Math.max(0, start - AROUND), start).toWellFormed(),
    match: text.slice(start, end),
    after: text.slice(end, end + AROUND).toWellFormed()
  }))

/**
 * Returns the first hundred passages in an EPUB that contain these words, in reading order. Skips documents that cannot
 * be read.
 */
export const searchEpub = (
  archive: Archive,
  words: string
): Effect.Effect<Found, BookUnreadable | FileUnopenable> =>
  Effect.gen(function* () {
    const wanted = words.replace(/\s+/g, " ").trim()
    const found: Array<Passage> = []
    let isComplete = true
    let left = MOST_BYTES
    const end = (yield* Clock.currentTimeMillis) + MOST_MILLIS
    for (const { href } of (yield* epubOutline(archive)).documents) {
      const entry = entryNamed(archive, href)
      if (wanted === "" || entry === undefined) continue
      if (
        entry.size > Math.min(left, MOST_DOCUMENT_BYTES) ||
        found.length > MOST_PASSAGES ||
        isBudgetUsed() ||
        (yield* Clock.currentTimeMillis) >= end
      ) {
        isComplete = false
        continue
      }
      left -= entry.size
      const bytes = yield* Effect.option(
        Effect.mapError(archive.read(entry.index, left + entry.size), ofArchive)
      )
      const text = bytes._tag === "Some" ? plainTextIn(bytes.value) : undefined
      if (text === undefined) isComplete &&= !isBudgetUsed()
      else found.push(...passagesIn(href, text, wanted))
    }
    return {
      passages: found.slice(0, MOST_PASSAGES),
      isComplete: isComplete && found.length <= MOST_PASSAGES
    }
  }).pipe(Effect.withSpan("books.searchEpub"))
