import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { type BookUnreadable, ofArchive } from "../BookErrors.ts"
import { decodedText } from "./DecodedText.ts"
import { packageOf } from "./Package.ts"
import { coverReferences } from "./PackageFile.ts"
import { parseMarkup, TooDeep } from "./ParseMarkup.ts"
import { spineOf } from "./Spine.ts"

/** Maximum unpacked size of a cover in bytes. A scan of a whole page has 5 MB. */
const MOST_COVER_BYTES = 32 * 1024 * 1024
const MOST_PAGE_BYTES = 1024 * 1024
/**
 * Maximum number of letters on a cover page. A first page with more text is probably a title page, and its picture a
 * publisher's logo.
 */
const MOST_LETTERS = 60

interface CoverPage {
  readonly picture: string | undefined
  readonly letters: number
}

/**
 * Returns the URL of the first image on a page (`<img src>`, or `<image href>` in an SVG), and the number of letters in
 * the page's visible text.
 */
const coverPage = (text: string): CoverPage => {
  let picture: string | undefined
  let letters = 0
  let head = 0
  const isHidden = (name: string) => ["head", "style", "script"].includes(name)
  try {
    parseMarkup(text, {
      onopentag: (name, attributes) => {
        if (isHidden(name)) head += 1
        if (name === "img") picture ??= attributes["src"]
        if (name === "image" || name === "svg:image")
          picture ??= attributes["xlink:href"] ?? attributes["href"]
      },
      onclosetag: (name) => {
        if (isHidden(name)) head -= 1
      },
      ontext: (more) => {
        if (head === 0) letters += more.replace(/\s+/g, "").length
      }
    })
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return { picture, letters }
}

const isPage = (key: string): boolean => /\.x?html?$/i.test(key)

/**
 * Reads a file of the book. Returns undefined if it does not exist or cannot be read, so that the caller can try the
 * next candidate.
 */
const readNamed = (archive: Archive, key: string, most: number) => {
  const entry = entryNamed(archive, key)
  return entry === undefined
    ? Effect.succeed(undefined)
    : archive.read(entry.index, most).pipe(
        Effect.mapError(ofArchive),
        Effect.catchTag("BookUnreadable", () => Effect.succeed(undefined))
      )
}

const pageNamed = (archive: Archive, key: string) =>
  Effect.map(readNamed(archive, key, MOST_PAGE_BYTES), (bytes) =>
    bytes === undefined ? undefined : coverPage(decodedText(bytes))
  )

/**
 * Returns the bytes of the cover in its original image format. The cover is the image that the book declares (in the
 * way of EPUB 2 or 3). If the book declares no cover and its first page has little text, the cover is the image on the
 * first page. Otherwise, returns undefined.
 */
export const epubCover = (
  archive: Archive
): Effect.Effect<Buffer | undefined, BookUnreadable | FileUnopenable> =>
  Effect.gen(function* () {
    const found = yield* packageOf(archive)
    const called = coverReferences(found.root).map((reference) => keyFrom(found.key, reference))
    const first = spineOf(archive, found)[0]?.href
    for (const key of first === undefined ? called : [...called, first]) {
      if (!isPage(key)) {
        const bytes = yield* readNamed(archive, key, MOST_COVER_BYTES)
        if (bytes !== undefined) return bytes
        continue
      }
      const page = yield* pageNamed(archive, key)
      if (page?.picture === undefined || (!called.includes(key) && page.letters > MOST_LETTERS)) continue
      const bytes = yield* readNamed(archive, keyFrom(key, page.picture), MOST_COVER_BYTES)
      if (bytes !== undefined) return bytes
    }
    return undefined
  }).pipe(Effect.withSpan("books.epubCover"))
