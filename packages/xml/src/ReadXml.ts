import * as Either from "effect/Either"
import { SaxesParser, type SaxesTagNS } from "saxes"
import { decodeXml } from "./DecodeXml.ts"
import type { XmlElement } from "./XmlElement.ts"
import { tooLarge, XmlRefused } from "./XmlErrors.ts"
import { type XmlLimits, xmlLimits } from "./XmlLimits.ts"

interface ReadXmlOptions {
  readonly limits?: XmlLimits
  /**
   * A document may name its type (`<!DOCTYPE ncx PUBLIC ...>`), as tables of contents of books do; nothing of it is
   * loaded. One with declarations is rejected anyway.
   */
  readonly mayNameType?: boolean
}

/**
 * Reads a document without a DTD: no entities except XML's five, nothing loaded from anywhere, within limits. An
 * ampersand that does not begin an entity is text. Synchronous: 100,000 elements take 0.3 s.
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
 * The same for hand-written files (`.nfo`): several roots one after another, and text before, between and after them.
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
 * The document is already decoded. A declaration after white space would be an error, and so would one before a
 * fragment.
 */
const START = /^\s*(<\?xml\s[^>]*\?>)?/

/** `&` that begins neither an XML entity nor a character reference; in CDATA it is text already. */
const STRAY = /<!\[CDATA\[[^]*?(?:\]\]>|$)|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi

interface Growing extends XmlElement {
  readonly children: Array<XmlElement | string>
}

const parse = (
  bytes: Uint8Array,
  { limits = xmlLimits, mayNameType = false }: ReadXmlOptions,
  isFragment: boolean
): ReadonlyArray<XmlElement> => {
  if (bytes.length > limits.bytes) throw tooLarge()
  const text = decodeXml(bytes)
    .replace(START, "")
    .replace(STRAY, (found) => (found === "&" ? "&amp;" : found))
  const roots: Array<XmlElement> = []
  const open: Array<Growing> = []
  let elements = 0
  let attributes = 0
  let isTorn = false
  const parser = new SaxesParser({
    xmlns: true,
    fragment: isFragment,
    // Real package files forget to declare `opf:` and `ibooks:`.
    resolvePrefix: (prefix: string) => UNEXPLAINED + prefix
  })
  let closedAt = -1
  parser.on("error", () => {
    // An end tag of an outer element closes the open elements before it is reported.
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
    // The parser looks up prefixes in all open elements, which is quadratic without a limit.
    if (elements > limits.elements || open.length >= limits.depth) throw tooLarge()
  })
  parser.on("attribute", () => {
    attributes += 1
    if (attributes > limits.attributes) throw tooLarge()
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
