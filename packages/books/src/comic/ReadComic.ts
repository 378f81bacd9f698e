import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { readXml } from "@media/xml/ReadXml"
import type { XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { BookUnreadable, ofArchive } from "../BookErrors.ts"
import { type BookFacts, noFacts } from "../BookFacts.ts"
import { comicInfoFacts, frontCoverOf } from "./ComicInfo.ts"
import { isCredits, pagesOf } from "./Pages.ts"

/** Maximum unpacked size of a page in bytes. An uncompressed scan of a double page takes 60 MB. */
export const MOST_PAGE_BYTES = 64 * 1024 * 1024
const MOST_INFO_BYTES = 1024 * 1024

type Failure = BookUnreadable | FileUnopenable

const depthOf = ({ key }: ArchiveEntry): number => key.split(/[\\/]/).length

/**
 * Reads the outermost `ComicInfo.xml` in the archive. Returns undefined if there is none, or if it cannot be parsed.
 */
const infoOf = (archive: Archive): Effect.Effect<XmlElement | undefined> => {
  const [entry] = archive.entries
    .filter(({ isJunk, key, kind }) => kind === "file" && !isJunk && /(^|[\\/])ComicInfo\.xml$/i.test(key))
    .sort((a, b) => depthOf(a) - depthOf(b) || a.index - b.index)
  if (entry === undefined) return Effect.succeed(undefined)
  return archive.read(entry.index, MOST_INFO_BYTES).pipe(
    Effect.flatMap((bytes) => readXml(bytes)),
    Effect.catchAll(({ reason }) =>
      Effect.as(Effect.logInfo("The metadata of a comic could not be read", { reason }), undefined)
    )
  )
}

/** Returns the pages of a comic. Fails if there are no pages, or if a page is encrypted. */
const requirePages = (archive: Archive): Effect.Effect<ReadonlyArray<ArchiveEntry>, BookUnreadable> =>
  Effect.suspend(() => {
    const pages = pagesOf(archive)
    if (pages.length === 0)
      return new BookUnreadable({ code: "empty", reason: "The archive contains no pictures." })
    return pages.some(({ refusal }) => refusal === "encrypted")
      ? new BookUnreadable({ code: "encrypted", reason: "The archive is encrypted." })
      : Effect.succeed(pages)
  })

export const readComic = (archive: Archive): Effect.Effect<BookFacts, Failure> =>
  Effect.gen(function* () {
    const pages = yield* requirePages(archive)
    const info = yield* infoOf(archive)
    return {
      ...noFacts("comic"),
      ...(info === undefined ? {} : comicInfoFacts(info)),
      pages: pages.length
    }
  }).pipe(Effect.withSpan("books.readComic"))

const bytesOf = (archive: Archive, { index }: ArchiveEntry) =>
  Effect.mapError(archive.read(index, MOST_PAGE_BYTES), ofArchive)

/** Returns the bytes of a page. `number` starts at 0. */
export const comicPage = (archive: Archive, number: number): Effect.Effect<Buffer, Failure> =>
  Effect.gen(function* () {
    const page = (yield* requirePages(archive))[number]
    return page === undefined
      ? yield* new BookUnreadable({ code: "unknown", reason: "The comic does not have this page." })
      : yield* bytesOf(archive, page)
  }).pipe(Effect.withSpan("books.comicPage"))

/**
 * Returns the bytes of the front cover: the page that is marked as such, or else the first page that does not show
 * credits.
 */
export const comicCover = (archive: Archive): Effect.Effect<Buffer, Failure> =>
  Effect.gen(function* () {
    const pages = yield* requirePages(archive)
    const info = yield* infoOf(archive)
    const marked = info === undefined ? undefined : frontCoverOf(info)
    const cover = pages[marked ?? -1] ?? pages.find((page) => !isCredits(page)) ?? pages[0]!
    return yield* bytesOf(archive, cover)
  }).pipe(Effect.withSpan("books.comicCover"))
