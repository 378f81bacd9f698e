import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { readXml } from "@media/xml/ReadXml"
import { attributeOf, childOf, childrenOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { BookUnreadable, ofArchive } from "../BookErrors.ts"

const CONTAINER = "META-INF/container.xml"
const MOST_XML_BYTES = 4 * 1024 * 1024

const damaged = (reason: string) => new BookUnreadable({ code: "damaged", reason })

type Failure = BookUnreadable | FileUnopenable

/** Reads an XML document in the archive. Returns undefined if the archive has no file of that name. */
export const xmlNamed = (archive: Archive, key: string): Effect.Effect<XmlElement | undefined, Failure> =>
  Effect.gen(function* () {
    const entry = entryNamed(archive, key)
    if (entry === undefined) return undefined
    const bytes = yield* Effect.mapError(archive.read(entry.index, MOST_XML_BYTES), ofArchive)
    return yield* Effect.mapError(readXml(bytes, { mayNameType: true }), ({ reason }) =>
      damaged(`${entry.name}: ${reason}`)
    )
  })

/** True if the archive has the container file of an EPUB. */
export const isEpub = (archive: Archive): boolean => entryNamed(archive, CONTAINER) !== undefined

export interface Package {
  readonly key: string
  readonly root: XmlElement
}

/** Reads the package document, which contains the metadata and the list of files of the book. */
export const packageOf = (archive: Archive): Effect.Effect<Package, Failure> =>
  Effect.gen(function* () {
    const container = yield* xmlNamed(archive, CONTAINER)
    if (container === undefined)
      return yield* new BookUnreadable({ code: "not-a-book", reason: "This archive is not an EPUB file." })
    const files = childrenOf(childOf(container, "rootfiles") ?? container, "rootfile")
    const path = files.map((file) => attributeOf(file, "full-path")).find((each) => each !== undefined)
    const key = keyFrom("", path ?? "")
    const root = path === undefined ? undefined : yield* xmlNamed(archive, key)
    return root === undefined ? yield* damaged("The book has no package document.") : { key, root }
  })
