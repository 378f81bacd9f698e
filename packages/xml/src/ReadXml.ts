import * as Either from "effect/Either"
import { SaxesParser, type SaxesTagNS } from "saxes"
import { decodeXml } from "./DecodeXml.ts"
import type { XmlElement } from "./XmlElement.ts"
import { tooLarge, XmlRefused } from "./XmlErrors.ts"
import { type XmlLimits, xmlLimits } from "./XmlLimits.ts"

interface ReadXmlOptions {
  readonly limits?: XmlLimits
  /**
   * True if a document may name its type (`<!DOCTYPE ncx PUBLIC ...>`), as the table of contents of an EPUB does. The
   * type definition is not loaded. A document type with declarations is always rejected.
   */
  readonly mayNameType?: boolean
}

/**
 * Parses a document that is within the limits. Only the five predefined entities are expanded, and no DTD or other
 * external resource is loaded. An ampersand that does not begin an entity is text. This function is synchronous:
 * 100,000 elements take 0.3 s.
 */
export const readXml = (
  bytes: Uint8Array,
  options: ReadXmlOptions = {}
): Either.Either<XmlElement, XmlRefused> =>
  reading(() => {
    const [root] = parse(bytes, options, false)
    return root ?? malformed()
  })

/**
 * Like `readXml`, for hand-written files (`.nfo`). Such files may have several root elements, and text before, between
 * and after them.
 */
export const readXmlRoots = (
  bytes: Uint8Array,
  options: ReadXmlOptions = {}
): Either.Either<ReadonlyArray<XmlElement>, XmlRefused> =>
  reading(() => {
    const roots = parse(bytes, options, true)
    return roots.length === 0 ? malformed() : roots
  })

const reading = <A>(read: () => A): Either.Either<A, XmlRefused> =>
  Either.try({
    try: read,
    catch: (cause) => {
      if (cause instanceof XmlRefused) return cause
      throw cause
    }
  })

const malformed = (line?: number): never => {
  const where = line === undefined ? "" : ` (line ${line})`
  throw new XmlRefused({ code: "malformed", reason: `This XML is not well-formed${where}.` })
}

/**
 * Matches the start of a decoded document. The declaration is removed, because it is an error after white space and
 * before a fragment.
 */
const START = /^\s*(<\?xml\s[^>]*\?>)?/

/** Matches an `&` that begins neither an XML entity nor a character reference. In CDATA, every `&` is already text. */
const STRAY = /<!\[CDATA\[[^]*?(?:\]\]>|$)|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi

/** Counts a character in `text`. Stops at `most` plus one. */
const countUpTo = (most: number, text: string, character: string): number => {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1))
    count += 1
  return count
}

interface Growing extends XmlElement {
  readonly children: Array<XmlElement | string>
}

const parse = (
  bytes: Uint8Array,
  { limits = xmlLimits, mayNameType = false }: ReadXmlOptions,
  isFragment: boolean
): ReadonlyArray<XmlElement> => {
  if (bytes.length > limits.bytes) throw tooLarge()
  const decoded = decodeXml(bytes)
  if (countUpTo(limits.parts, decoded, "&") > limits.parts) throw tooLarge()
  const text = decoded.replace(START, "").replace(STRAY, (found) => (found === "&" ? "&amp;" : found))
  const roots: Array<XmlElement> = []
  const open: Array<Growing> = []
  let elements = 0
  let attributes = 0
  let allAttributes = 0
  let isTorn = false
  const parser = new SaxesParser({
    xmlns: true,
    fragment: isFragment,
    // Real package files use the prefixes `opf:` and `ibooks:` without declaring them.
    resolvePrefix: (prefix: string) => UNEXPLAINED + prefix
  })
  let closedAt = -1
  parser.on("error", () => {
    // At the end tag of an outer element, the parser first closes the open inner elements and then reports the error.
    if (parser.position === closedAt) isTorn = true
    malformed(parser.line)
  })
  parser.on("doctype", (declared) => {
    if (!mayNameType || declared.includes("["))
      throw new XmlRefused({
        code: "doctype",
        reason: "The XML document contains a document type declaration, which is not allowed."
      })
  })
  parser.on("opentagstart", () => {
    elements += 1
    attributes = 0
    // For each prefix, the parser searches all open elements. Without a limit, this would take quadratic time.
    if (elements > limits.elements || open.length >= limits.depth) throw tooLarge()
  })
  parser.on("attribute", () => {
    attributes += 1
    allAttributes += 1
    if (attributes > limits.attributes || allAttributes > limits.parts) throw tooLarge()
  })
  parser.on("opentag", (tag) => {
    const element = elementOf(tag)
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(element)
    open.push(element)
  })
  parser.on("closetag", () => {
    open.pop()
    closedAt = parser.position
  })
  const onText = (more: string) => {
    const siblings = open.at(-1)?.children
    if (siblings === undefined) return
    const last = siblings.at(-1)
    if (typeof last === "string") siblings[siblings.length - 1] = last + more
    else siblings.push(more)
  }
  parser.on("text", onText)
  parser.on("cdata", (more) => {
    if (more !== "") onText(more)
  })
  try {
    parser.write(text).close()
  } catch (cause) {
    const isBehindRoots = isFragment && !isTorn && open.length === 0 && roots.length > 0
    if (!(isBehindRoots && cause instanceof XmlRefused && cause.code === "malformed")) throw cause
  }
  return roots
}

const UNEXPLAINED = "unexplained:"
const namespaceOf = (uri: string): string => (uri.startsWith(UNEXPLAINED) ? "" : uri)

const elementOf = ({ attributes, local, uri }: SaxesTagNS): Growing => ({
  name: local,
  namespace: namespaceOf(uri),
  attributes: Object.values(attributes)
    .filter(({ prefix, name }) => prefix !== "xmlns" && name !== "xmlns")
    .map((attribute) => ({
      name: attribute.local,
      namespace: namespaceOf(attribute.uri),
      value: attribute.value
    })),
  children: []
})
