import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { readXml } from "@media/xml/ReadXml"
import { attributeOf, childOf, childrenOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { BookUnreadable, ofArchive } from "../BookErrors.ts"
import type { BookFacts } from "../BookFacts.ts"
import { coverReferences, packageFacts } from "./PackageFile.ts"

const CONTAINER = "META-INF/container.xml"
const ENCRYPTION = "META-INF/encryption.xml"
const MOST_XML_BYTES = 4 * 1024 * 1024
/** Of a cover, as stored; a scan of a whole page has 5 MB. */
const MOST_COVER_BYTES = 32 * 1024 * 1024

const damaged = (reason: string) => new BookUnreadable({ code: "damaged", reason })

type Failure = BookUnreadable | FileUnopenable

export const xmlNamed = (archive: Archive, key: string): Effect.Effect<XmlElement | undefined, Failure> =>
  Effect.gen(function* () {
    const entry = entryNamed(archive, key)
    if (entry === undefined) return undefined
    const bytes = yield* Effect.mapError(archive.read(entry.index, MOST_XML_BYTES), ofArchive)
    return yield* Effect.mapError(readXml(bytes, { mayNameType: true }), ({ reason }) =>
      damaged(`${entry.name}: ${reason}`)
    )
  })

/** Does the archive say by its table of contents that it is an EPUB? */
export const isEpub = (archive: Archive): boolean => entryNamed(archive, CONTAINER) !== undefined

export interface Package {
  readonly key: string
  readonly root: XmlElement
}

/** The package document that describes the book. */
export const packageOf = (archive: Archive): Effect.Effect<Package, Failure> =>
  Effect.gen(function* () {
    const container = yield* xmlNamed(archive, CONTAINER)
    if (container === undefined)
      return yield* new BookUnreadable({ code: "not-a-book", reason: "This archive is no EPUB." })
    const files = childrenOf(childOf(container, "rootfiles") ?? container, "rootfile")
    const path = files.map((file) => attributeOf(file, "full-path")).find((each) => each !== undefined)
    const key = keyFrom("", path ?? "")
    const root = path === undefined ? undefined : yield* xmlNamed(archive, key)
    return root === undefined ? yield* damaged("The book has no package document.") : { key, root }
  })

/** Fonts are obscured in books that anyone can read; only what a seller's program does beyond that protects a book. */
const OBSCURED_FONTS = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]

const algorithmsIn = (element: XmlElement): ReadonlyArray<string> =>
  element.children.flatMap((child) => {
    if (typeof child === "string") return []
    const own = child.name === "EncryptionMethod" ? attributeOf(child, "Algorithm") : undefined
    return [...(own === undefined ? [] : [own]), ...algorithmsIn(child)]
  })

export const isProtected = (archive: Archive): Effect.Effect<boolean, FileUnopenable> =>
  xmlNamed(archive, ENCRYPTION).pipe(
    Effect.map(
      (root) =>
        root !== undefined && algorithmsIn(root).some((algorithm) => !OBSCURED_FONTS.includes(algorithm))
    ),
    // What cannot be read protects nothing that we could name.
    Effect.catchTag("BookUnreadable", () => Effect.succeed(false))
  )

export const readEpub = (archive: Archive): Effect.Effect<BookFacts, Failure> =>
  Effect.gen(function* () {
    const { root } = yield* packageOf(archive)
    return {
      format: "epub" as const,
      pages: null,
      isProtected: yield* isProtected(archive),
      ...packageFacts(root)
    }
  }).pipe(Effect.withSpan("books.readEpub"))

/** The first picture that a page shows: `<img src>`, or `<image href>` of an SVG around it. */
const pictureIn = (element: XmlElement): string | undefined => {
  for (const child of element.children) {
    if (typeof child === "string") continue
    const own =
      child.name === "img"
        ? attributeOf(child, "src")
        : child.name === "image"
          ? attributeOf(child, "href")
          : undefined
    const found = own ?? pictureIn(child)
    if (found !== undefined) return found
  }
  return undefined
}

const isPage = (key: string): boolean => /\.x?html?$/i.test(key)

/** The bytes of the cover, of whatever type they are; undefined when the book names none that is there. */
export const epubCover = (archive: Archive): Effect.Effect<Buffer | undefined, Failure> =>
  Effect.gen(function* () {
    const { key, root } = yield* packageOf(archive)
    for (const reference of coverReferences(root)) {
      const named = keyFrom(key, reference)
      const page = isPage(named)
        ? yield* Effect.catchTag(xmlNamed(archive, named), "BookUnreadable", () => Effect.succeed(undefined))
        : undefined
      const shown = page === undefined ? undefined : pictureIn(page)
      const entry = isPage(named)
        ? shown === undefined
          ? undefined
          : entryNamed(archive, keyFrom(named, shown))
        : entryNamed(archive, named)
      if (entry !== undefined)
        return yield* Effect.mapError(archive.read(entry.index, MOST_COVER_BYTES), ofArchive)
    }
    return undefined
  }).pipe(Effect.withSpan("books.epubCover"))
