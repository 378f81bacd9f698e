import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { BookUnreadable } from "../BookErrors.ts"
import { type ContentsEntry, contentsOf } from "./Contents.ts"
import { encryptionOf } from "./Encryption.ts"
import { isRightToLeftIn, named } from "./PackageFile.ts"
import { packageOf } from "./Package.ts"
import { type PageSide, spineOf } from "./Spine.ts"

/** A document in the reading order. */
export interface OutlineDocument {
  /** The name of the document in the archive. */
  readonly href: string
  /** The size of the document as a fraction of the size of all documents. */
  readonly share: number
  /** The side of the document's page in a two-page spread, or null if the book does not state it. */
  readonly side: PageSide | null
}

/** The structure of an EPUB, which the web reader requests before it displays any document. */
export interface Outline {
  readonly documents: ReadonlyArray<OutlineDocument>
  readonly entries: ReadonlyArray<ContentsEntry>
  readonly isRightToLeft: boolean
  /** True if each document is a page of fixed size. */
  readonly isFixedLayout: boolean
  /** True if the book is meant to be displayed as spreads of two pages. */
  readonly hasSpreads: boolean
}

const rendition = (root: XmlElement, property: string): string | undefined => {
  const metas = childrenOf(childOf(root, "metadata") ?? root, "meta")
  const found = metas.find((meta) => attributeOf(meta, "property") === `rendition:${property}`)
  return found === undefined ? undefined : textOf(found)
}
const isFixed = (root: XmlElement): boolean => {
  const layout = rendition(root, "layout")
  return layout === undefined ? named(root, "fixed-layout") === "true" : layout === "pre-paginated"
}
/**
 * True if the pages should be displayed as spreads. If the book does not specify this, but assigns pages to the left or
 * right side, it is assumed to be meant for spreads.
 */
const isOfSpreads = (root: XmlElement, documents: ReadonlyArray<OutlineDocument>): boolean => {
  const spread = rendition(root, "spread") ?? "auto"
  return spread === "auto"
    ? documents.some(({ side }) => side === "left" || side === "right")
    : spread !== "none"
}

/**
 * Returns the outline of an EPUB. Fails with `encrypted` if the book is DRM-protected, and with `empty` if it has no
 * documents.
 */
export const epubOutline = (archive: Archive): Effect.Effect<Outline, BookUnreadable | FileUnopenable> =>
  Effect.gen(function* () {
    if ((yield* encryptionOf(archive)).isProtected)
      return yield* new BookUnreadable({
        code: "encrypted",
        reason: "This book is DRM-protected and can only be opened in the seller's app."
      })
    const found = yield* packageOf(archive)
    const documents = spineOf(archive, found)
      .filter(({ share }) => share > 0)
      .map(({ href, share, side }) => ({ href, share, side }))
    if (documents.length === 0)
      return yield* new BookUnreadable({
        code: "empty",
        reason: "The book does not list any documents to read."
      })
    return {
      documents,
      entries: yield* contentsOf(archive, found),
      isRightToLeft: isRightToLeftIn(found.root),
      isFixedLayout: isFixed(found.root),
      hasSpreads: isFixed(found.root) && isOfSpreads(found.root, documents)
    }
  }).pipe(Effect.withSpan("books.epubOutline"))
