import type { Archive } from "@media/archives/OpenArchive"
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import { decodedUri } from "@media/kernel/DecodedUri"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { ofArchive } from "../BookErrors.ts"
import { line } from "../Texts.ts"
import { decodedText } from "./DecodedText.ts"
import { type Package, xmlNamed } from "./Package.ts"
import { manifestOf } from "./PackageFile.ts"
import { parseMarkup, TooDeep } from "./ParseMarkup.ts"

/** An entry of a table of contents. */
export interface ContentsEntry {
  readonly title: string
  readonly href: string
  /** The id of the element in the document, or an empty string for the beginning of the document. */
  readonly fragment: string
  /** The nesting level of the entry, from 0. */
  readonly depth: number
}

const MOST_ENTRIES = 5_000
const DEEPEST = 8
const MOST_NAV_BYTES = 4 * 1024 * 1024

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Node | string>
}

/** Parses markup into a tree. Returns an empty tree if the elements are nested too deeply. */
const treeOf = (text: string): Node => {
  const root: Node = { name: "", attributes: {}, children: [] }
  try {
    grow([root], text)
    return root
  } catch (error) {
    if (error instanceof TooDeep) return { ...root, children: [] }
    throw error
  }
}

const grow = (open: Array<Node>, text: string): void =>
  parseMarkup(text, {
    onopentag: (name, attributes) => {
      const node: Node = { name, attributes, children: [] }
      open.at(-1)!.children.push(node)
      open.push(node)
    },
    onclosetag: () => void open.pop(),
    ontext: (more) => void open.at(-1)!.children.push(more)
  })

const elementsIn = ({ children }: Node): ReadonlyArray<Node> =>
  children.filter((child) => typeof child !== "string")
const isNamed = ({ name }: Node, ...names: ReadonlyArray<string>): boolean => names.includes(name)
const innerText = ({ children }: Node): string =>
  children.map((child) => (typeof child === "string" ? child : innerText(child))).join("")
const find = (node: Node, wanted: (node: Node) => boolean): Node | undefined => {
  for (const child of elementsIn(node)) {
    const found = wanted(child) ? child : find(child, wanted)
    if (found !== undefined) return found
  }
  return undefined
}

type Add = (title: string, reference: string, depth: number) => void

const addList = (list: Node, depth: number, add: Add): void => {
  if (depth > DEEPEST) return
  for (const item of elementsIn(list).filter((one) => isNamed(one, "li"))) {
    const label = find(item, (one) => isNamed(one, "a", "span"))
    const below = elementsIn(item).find((one) => isNamed(one, "ol", "ul"))
    if (label !== undefined) add(innerText(label), label.attributes["href"] ?? "", depth)
    if (below !== undefined) addList(below, depth + 1, add)
  }
}

/**
 * Reads the table of contents of an EPUB 3, which is an XHTML document with a nested list of links. Adds no entries if
 * its elements are nested too deeply.
 */
const readNav = (text: string, add: Add): void => {
  const document = treeOf(text)
  const isNav = (one: Node) => isNamed(one, "nav")
  const nav =
    find(
      document,
      (one) => isNav(one) && /\btoc\b/.test(one.attributes["epub:type"] ?? one.attributes["role"] ?? "")
    ) ?? find(document, isNav)
  const list = nav === undefined ? undefined : find(nav, (one) => isNamed(one, "ol", "ul"))
  if (list !== undefined) addList(list, 0, add)
}

/** Reads the table of contents of an EPUB 2, which is an XML document of the type NCX. */
const readNcx = (points: XmlElement, depth: number, add: Add): void => {
  if (depth > DEEPEST) return
  for (const point of childrenOf(points, "navPoint")) {
    const label = childOf(point, "navLabel")
    const content = childOf(point, "content")
    add(label === undefined ? "" : textOf(label), (content && attributeOf(content, "src")) ?? "", depth)
    readNcx(point, depth + 1, add)
  }
}

/** Returns the table of contents of an EPUB. Uses the EPUB 3 document if it has any entries, or else that of EPUB 2. */
export const contentsOf = (archive: Archive, { key, root }: Package) =>
  Effect.gen(function* () {
    const items = manifestOf(root)
    const spine = childOf(root, "spine")
    const ncxId = spine === undefined ? undefined : attributeOf(spine, "toc")
    const nav = items.find((item) => (attributeOf(item, "properties") ?? "").split(/\s+/).includes("nav"))
    const ncx =
      items.find((item) => ncxId !== undefined && attributeOf(item, "id") === ncxId) ??
      items.find((item) => attributeOf(item, "media-type") === "application/x-dtbncx+xml")
    const found: Array<ContentsEntry> = []
    const addTo =
      (from: string): Add =>
      (text, reference, depth) => {
        const title = line(text)
        const [, fragment = ""] = reference.split("#", 2)
        const entry = entryNamed(archive, keyFrom(from, reference))
        if (title !== null && entry !== undefined && found.length < MOST_ENTRIES)
          found.push({ title, href: entry.key, fragment: decodedUri(fragment), depth })
      }
    if (nav !== undefined) {
      const from = keyFrom(key, attributeOf(nav, "href") ?? "")
      const entry = entryNamed(archive, from)
      if (entry !== undefined)
        readNav(
          decodedText(yield* Effect.mapError(archive.read(entry.index, MOST_NAV_BYTES), ofArchive)),
          addTo(from)
        )
    }
    if (found.length === 0 && ncx !== undefined) {
      const from = keyFrom(key, attributeOf(ncx, "href") ?? "")
      const document = yield* xmlNamed(archive, from)
      const map = document === undefined ? undefined : childOf(document, "navMap")
      if (map !== undefined) readNcx(map, 0, addTo(from))
    }
    return found
  }).pipe(
    // A book can be read without its table of contents, so the error is only logged.
    Effect.catchTag("BookUnreadable", ({ reason }) =>
      Effect.as(Effect.logInfo("The table of contents of a book could not be read", { reason }), [])
    )
  )
