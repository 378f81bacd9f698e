import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { entryNamed } from "../ArchiveKeys.ts"
import { BookUnreadable, ofArchive } from "../BookErrors.ts"
import { cleanDocument, cleanDrawing } from "./clean/CleanDocument.ts"
import { cleanStyle } from "./clean/CleanStyle.ts"
import { decodedText } from "./DecodedText.ts"
import { encryptionOf } from "./Encryption.ts"
import { plainFont } from "./ObscuredFont.ts"
import { packageOf } from "./Package.ts"
import { identifiersOf } from "./PackageFile.ts"
import { TooDeep } from "./ParseMarkup.ts"

/** A file of a book that may be sent to a browser. */
export interface BookResource {
  readonly type: string
  readonly bytes: Buffer
}

/**
 * Maximum size of a document in bytes. Browsers take too long to lay out larger ones. The longest chapters of real
 * books have 2 MB.
 */
export const MOST_DOCUMENT_BYTES = 8 * 1024 * 1024
const MOST_STYLE_BYTES = 2 * 1024 * 1024
const MOST_OTHER_BYTES = 64 * 1024 * 1024

const DOCUMENT = "application/xhtml+xml; charset=utf-8"
const STYLE = "text/css; charset=utf-8"
const DRAWING = "image/svg+xml"

const types: Readonly<Record<string, string>> = {
  "xhtml html htm xht xml": DOCUMENT,
  css: STYLE,
  "jpg jpeg jpe jfif": "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: DRAWING,
  ttf: "font/ttf",
  otf: "font/otf",
  woff: "font/woff",
  woff2: "font/woff2",
  "mp3 mpga": "audio/mpeg",
  "m4a mp4a": "audio/mp4",
  "ogg oga opus": "audio/ogg",
  "mp4 m4v": "video/mp4",
  webm: "video/webm"
}
const typeOfEnding = new Map(
  Object.entries(types).flatMap(([endings, type]) =>
    endings.split(" ").map((ending) => [ending, type] as const)
  )
)

const missing = () => new BookUnreadable({ code: "unknown", reason: "The book does not contain this file." })

/** Returns the media type for the extension of a file, or undefined if browsers have no use for the file. */
const typeOf = (key: string): string | undefined =>
  typeOfEnding.get(/\.([^./]{1,5})$/.exec(key)?.[1]?.toLowerCase() ?? "")

const cleaned = (clean: typeof cleanDocument, text: string, key: string) =>
  Effect.try({
    try: () => Buffer.from(clean(text, key)),
    catch: (cause) => {
      if (cause instanceof TooDeep)
        return new BookUnreadable({ code: "too-large", reason: "The document is nested too deeply." })
      throw cause
    }
  })

/** Removes the obfuscation from a font if the book declares the font as obfuscated. */
const letters = (archive: Archive, key: string, stored: Buffer) =>
  Effect.gen(function* () {
    const obscuring = (yield* encryptionOf(archive)).fonts.get(key)
    if (obscuring === undefined) return stored
    const { root } = yield* packageOf(archive)
    return plainFont(stored, obscuring, identifiersOf(root))
  })

/**
 * Returns a file of an EPUB. `key` is the name of the file in the archive. Active content and external references are
 * removed from documents, drawings (SVG) and style sheets, and obfuscation from fonts. Other files are returned as
 * stored.
 */
export const epubResource = (
  archive: Archive,
  key: string
): Effect.Effect<BookResource, BookUnreadable | FileUnopenable> =>
  Effect.gen(function* () {
    const entry = entryNamed(archive, key)
    const type = typeOf(key)
    if (entry === undefined || type === undefined || /^META-INF\//i.test(entry.key)) return yield* missing()
    const most =
      type === DOCUMENT || type === DRAWING
        ? MOST_DOCUMENT_BYTES
        : type === STYLE
          ? MOST_STYLE_BYTES
          : MOST_OTHER_BYTES
    const bytes = yield* Effect.mapError(archive.read(entry.index, most), ofArchive)
    if (type === DOCUMENT || type === DRAWING) {
      const clean = type === DOCUMENT ? cleanDocument : cleanDrawing
      return { type, bytes: yield* cleaned(clean, decodedText(bytes), entry.key) }
    }
    if (type.startsWith("font/")) return { type, bytes: yield* letters(archive, entry.key, bytes) }
    if (type === STYLE) return { type, bytes: Buffer.from(cleanStyle(decodedText(bytes), entry.key)) }
    return { type, bytes }
  }).pipe(Effect.withSpan("books.epubResource"))
