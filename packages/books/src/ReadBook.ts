import { type Archive, openArchive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { BookUnreadable, ofArchive } from "./BookErrors.ts"
import { type BookFacts, noFacts } from "./BookFacts.ts"
import { type BookFile, endingOf, packingOf } from "./BookFile.ts"
import { comicCover, comicPage, readComic } from "./comic/ReadComic.ts"
import { epubCover } from "./epub/Cover.ts"
import { epubOutline, type Outline } from "./epub/Outline.ts"
import { isEpub } from "./epub/Package.ts"
import { readEpub } from "./epub/ReadEpub.ts"
import { type BookResource, epubResource } from "./epub/Resource.ts"
import { epubSpine, type SpineItem } from "./epub/Spine.ts"
import { type Found, searchEpub } from "./epub/SearchEpub.ts"
import { seriesFromName } from "./FromName.ts"

// Only the sandboxed reader process may call these functions, because they parse untrusted files. Other code uses
// guarded/AskBook.ts.

type Failure = BookUnreadable | FileUnopenable

const archived = <A>(
  { path, root }: BookFile,
  use: (archive: Archive) => Effect.Effect<A, Failure>
): Effect.Effect<A, Failure> =>
  Effect.scoped(
    Effect.flatMap(
      Effect.mapError(openArchive(root, path), (error) =>
        error._tag === "ArchiveRefused" ? ofArchive(error) : error
      ),
      use
    )
  )

const named = (facts: BookFacts, { name }: BookFile): BookFacts =>
  facts.format === "comic" || facts.format === "other"
    ? { ...facts, series: facts.series ?? seriesFromName(name.replace(/\.[^./\\]{1,5}$/, "")) }
    : facts

/** Returns the metadata of a book. If a comic does not state its series, it is derived from the file name. */
export const readBook = (file: BookFile): Effect.Effect<BookFacts, Failure> =>
  Effect.gen(function* () {
    const packing = yield* packingOf(file)
    const facts =
      packing === "zip"
        ? yield* archived(file, (archive) => (isEpub(archive) ? readEpub(archive) : readZip(archive, file)))
        : noFacts(packing === "pdf" ? "pdf" : "other")
    return named(facts, file)
  }).pipe(Effect.withSpan("books.read"))

/**
 * Reads a ZIP file that has no EPUB container file. It is treated as a comic, unless its extension is `.epub`: reading
 * it as an EPUB then fails with an error that explains the problem.
 */
const readZip = (archive: Archive, { name }: BookFile): Effect.Effect<BookFacts, Failure> =>
  endingOf(name) === "epub" ? readEpub(archive) : readComic(archive)

/** Returns the bytes of the cover in its original image format, or undefined if no cover can be read from the book. */
export const bookCover = (file: BookFile): Effect.Effect<Buffer | undefined, Failure> =>
  Effect.flatMap(packingOf(file), (packing): Effect.Effect<Buffer | undefined, Failure> =>
    packing === "zip"
      ? archived(file, (archive) => (isEpub(archive) ? epubCover(archive) : comicCover(archive)))
      : Effect.succeed(undefined)
  )

/** Returns the bytes of a page of a comic. `number` starts at 0. */
export const bookPage = (file: BookFile, number: number): Effect.Effect<Buffer, Failure> =>
  archived(file, (archive) => comicPage(archive, number))

/** Returns the documents of an EPUB in reading order, or an empty list for other books. */
export const bookSpine = (file: BookFile): Effect.Effect<ReadonlyArray<SpineItem>, Failure> =>
  archived(file, (archive) => (isEpub(archive) ? epubSpine(archive) : Effect.succeed([])))

const inEpub = <A>(file: BookFile, use: (archive: Archive) => Effect.Effect<A, Failure>) =>
  archived(file, (archive) =>
    isEpub(archive)
      ? use(archive)
      : new BookUnreadable({ code: "not-a-book", reason: "This is not an EPUB file." })
  )

/** Returns the documents of an EPUB and its table of contents. */
export const bookOutline = (file: BookFile): Effect.Effect<Outline, Failure> => inEpub(file, epubOutline)

/**
 * Returns a file in an EPUB, prepared for display. `key` is the name of the file in the archive. See `epubResource`.
 */
export const bookResource = (file: BookFile, key: string): Effect.Effect<BookResource, Failure> =>
  inEpub(file, (archive) => epubResource(archive, key))

/** Returns the passages of an EPUB that contain these words. See `searchEpub`. */
export const bookPassages = (file: BookFile, words: string): Effect.Effect<Found, Failure> =>
  inEpub(file, (archive) => searchEpub(archive, words))
