import { bookOutline, bookPassages, bookResource } from "@media/books/ReadBook"
import { NotFound } from "@media/kernel/Errors"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { sourceOf } from "../items/source.ts"
import { BookUnavailable } from "./errors.ts"
import { NoPage, type ServedPage } from "./pages.ts"

/** Books that are searched or cleaned at once: each holds a document of 16 MiB in memory at its worst. */
const reading = Effect.unsafeMakeSemaphore(4)

const fileOf = (principal: Principal, id: string) =>
  Effect.flatMap(sourceOf(principal, "book", id), (found) =>
    Option.isNone(found)
      ? Effect.fail(new NotFound({ what: "book" }))
      : Effect.succeed({
          source: found.value,
          file: { root: found.value.root.path, path: found.value.file, name: found.value.label }
        })
  )

const unavailable = ({ reason }: { readonly reason: string } | FileUnopenable) =>
  new BookUnavailable({ reason })

/** The documents of an EPUB that the caller may see, and its table of contents. */
export const outlineOf = (principal: Principal, id: string) =>
  Effect.flatMap(fileOf(principal, id), ({ file }) => Effect.mapError(bookOutline(file), unavailable)).pipe(
    Effect.withSpan("books.outline")
  )

/** Where an EPUB that the caller may see has these words. */
export const passagesOf = (principal: Principal, id: string, words: string) =>
  Effect.flatMap(fileOf(principal, id), ({ file }) =>
    reading.withPermits(1)(Effect.mapError(bookPassages(file, words), unavailable))
  ).pipe(Effect.withSpan("books.passages"))

/**
 * A document shows what is of the same origin, which is its book: references out of it are gone. Nothing runs, is sent or
 * led elsewhere: neither here, where the reader holds it in a frame, nor opened as a page of its own. The reader lays it out,
 * for which it must be of the same origin; without scripts that gives a document nothing.
 */
const policy = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-same-origin"
].join("; ")

/** A file in an EPUB that the caller may see, by its name in the archive. */
export const resourceOf = (principal: Principal, id: string, key: string) =>
  Effect.map(fileOf(principal, id), ({ file, source: { mtimeMs, size } }): ServedPage => ({
    // The way of cleaning is part of what is served.
    etag: `"${size.toString(36)}-${mtimeMs.toString(36)}-1"`,
    policy,
    bytes: reading.withPermits(1)(
      Effect.mapError(bookResource(file, key), ({ reason }) => new NoPage({ reason }))
    )
  })).pipe(Effect.withSpan("books.resource"))
