import { parseMarkup } from "../ParseMarkup.ts"
import {
  droppedElements,
  droppedVoid,
  htmlElements,
  isHtmlAttribute,
  mathElements,
  spelledAttribute,
  svgElements,
  voidElements
} from "./Allowed.ts"
import { cleanStyle, isCostlyStyle } from "./CleanStyle.ts"
import { inBook, isOutside, shownInBook } from "./References.ts"

const HTML = "http://www.w3.org/1999/xhtml"
const NAMESPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" } as const
/** Deeper elements become text of the last kept one; browsers lay out some 500 at most. */
const DEEPEST = 200

/** XML cannot represent these. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

/** Characters of one style attribute; books have some hundred. */
const LONGEST_STYLE = 64 * 1024
/** Limit on the style attributes of a document that must be parsed, in total. */
const MOST_STYLES = 1024 * 1024
/** Limit on the text of all `<style>` elements of a document. */
const MOST_SHEETS = 256 * 1024

type Space = "html" | "svg" | "math"
interface Open {
  /** The document's own name, in lower case. */
  readonly name: string
  readonly space: Space
  /** Its end tag in the output; empty if only its tags are removed. */
  readonly end: string
}

type Attributes = ReadonlyMap<string, string>

const localName = (name: string): string => name.toLowerCase().replace(/^[^:]*:/, "")

/** By lower-cased names without prefixes; the first of a name counts. */
const attributesOf = (given: Readonly<Record<string, string>>): Attributes => {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(given)) {
    if (/^xmlns(?::|$)/i.test(name)) continue
    const local = localName(name)
    if (!found.has(local)) found.set(local, value)
  }
  return found
}

const written = (pairs: Iterable<readonly [string, string]>): string =>
  [...pairs].map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")

/** The declared pixel size of a fixed-layout page. */
const viewportIn = (content: string): readonly [width: number, height: number] | undefined => {
  const side = (name: string) =>
    Number(new RegExp(`(?:^|[,;\\s])${name}\\s*=\\s*(\\d{1,5})`, "i").exec(content)?.[1])
  const [width, height] = [side("width"), side("height")]
  return width > 0 && height > 0 ? [width, height] : undefined
}

class Cleaner {
  private readonly key: string
  private readonly open: Array<Open> = []
  private readonly head: Array<string> = []
  private readonly body: Array<string> = []
  private htmlAttributes: Attributes = new Map()
  private bodyAttributes: Attributes = new Map()
  private title = ""
  private viewport: readonly [number, number] | undefined
  /** Currently open elements that are removed with their content, innermost last. */
  private dropped: Array<string> = []
  /**
   * Number of open elements whose text is not page text. Counted, because searching all open elements at each piece of
   * text took 5 s for 8 MiB in 900 levels, and now takes 0.6.
   */
  private readonly apart = { head: 0, title: 0 }
  /** Remaining number of style characters. */
  private readonly left = { styles: MOST_STYLES, sheets: MOST_SHEETS }
  /** The text of the open `<style>`, which may arrive in many pieces. */
  private sheet: Array<string> | undefined

  private readonly isDrawing: boolean

  constructor(key: string, isDrawing = false) {
    this.key = key
    this.isDrawing = isDrawing
  }

  opened(given: string, attribs: Readonly<Record<string, string>>): void {
    const name = localName(given)
    if (this.dropped.length > 0) {
      this.dropped.push(name)
      return
    }
    const attributes = attributesOf(attribs)
    if (name === "meta") this.readMeta(attributes)
    if (name === "link") this.link(attributes)
    // They have no end tag, even in upper case where the parser waits for one.
    if (droppedVoid.has(name)) return
    if (droppedElements.has(name)) {
      this.dropped.push(name)
      return
    }
    const parent = this.open.at(-1)?.space ?? "html"
    const space: Space = name === "svg" ? "svg" : name === "math" ? "math" : parent
    const isKept = this.open.length < DEEPEST && (!this.isDrawing || this.isOfDrawing(name, space))
    const end = isKept ? this.start(name, space, attributes) : ""
    if (space !== "html" || !voidElements.has(name)) {
      this.open.push({ name, space, end })
      this.count({ name, space }, 1)
    }
  }

  /** An SVG file is one drawing: everything else before, after or inside it is removed. */
  private isOfDrawing(name: string, space: Space): boolean {
    return space === "svg" && (this.isInDrawing() || (name === "svg" && this.body.length === 0))
  }

  private isInDrawing(): boolean {
    return this.open.some(({ end }) => end !== "")
  }

  private count({ name, space }: Pick<Open, "name" | "space">, by: 1 | -1): void {
    if (name === "head") this.apart.head += by
    if (name === "title" && space === "html") this.apart.title += by
  }

  closed(given: string): void {
    const name = localName(given)
    if (this.dropped.length > 0) {
      const at = this.dropped.lastIndexOf(name)
      if (at >= 0) this.dropped.length = at
      return
    }
    const at = this.open.findLastIndex((one) => one.name === name)
    if (at < 0) return
    for (const one of this.open.splice(at).reverse()) {
      if (one.name === "style") this.endSheet()
      this.body.push(one.end)
      this.count(one, -1)
    }
  }

  text(text: string): void {
    if (this.dropped.length > 0) return
    const name = this.open.at(-1)?.name
    if (this.apart.title > 0) this.title += text
    else if (name === "style") this.addToSheet(text)
    else if (this.apart.head === 0 && (!this.isDrawing || this.isInDrawing())) this.body.push(escaped(text))
  }

  /** Style sheets beyond the total limit are dropped. */
  private addToSheet(text: string): void {
    this.sheet ??= []
    this.sheet.push(text.slice(0, this.left.sheets))
    this.left.sheets = Math.max(0, this.left.sheets - text.length)
  }

  private endSheet(): void {
    if (this.sheet === undefined) return
    this.head.push(`<style>${escaped(cleanStyle(this.sheet.join(""), this.key))}</style>`)
    this.sheet = undefined
  }

  /** Empty for a style that is too long, or exceeds the total. */
  private cleanedStyle(style: string): string {
    if (style.length > LONGEST_STYLE) return ""
    if (isCostlyStyle(style)) this.left.styles -= style.length
    return this.left.styles < 0 ? "" : cleanStyle(style, this.key)
  }

  /** Writes the start of an element; returns its end. */
  private start(name: string, space: Space, attributes: Attributes): string {
    if (space === "html") return this.startHtml(name, attributes)
    const kept = (space === "svg" ? svgElements : mathElements).get(name)
    if (kept === undefined) return ""
    const own = [...attributes].flatMap(([attribute, value]): ReadonlyArray<readonly [string, string]> => {
      const spelled = spelledAttribute(space, attribute)
      if (spelled === undefined) return []
      return [[spelled, /url\s*\(|\\/i.test(value) ? this.cleanedStyle(value) : value]]
    })
    const pairs = [...own, ...this.styled(attributes), ...this.drawn(kept, attributes)]
    const namespace = kept === space ? ` xmlns="${NAMESPACES[space]}"` : ""
    this.body.push(`<${kept}${namespace}${written(pairs)}>`)
    return `</${kept}>`
  }

  /** The references of an element in a drawing: pictures and anchors in the book; `use` only in the same file. */
  private drawn(name: string, attributes: Attributes): ReadonlyArray<readonly [string, string]> {
    const href = attributes.get("href")
    if (href === undefined) return []
    const to =
      name === "image" ? shownInBook(this.key, href) : name === "a" ? inBook(this.key, href) : undefined
    if (to !== undefined) return [["href", to]]
    return href.startsWith("#") && name !== "image" ? [["href", href]] : []
  }

  private startHtml(name: string, attributes: Attributes): string {
    if (name === "html") this.htmlAttributes = attributes
    if (name === "body") this.bodyAttributes = attributes
    if (!htmlElements.has(name) || ["html", "head", "body", "title", "style"].includes(name)) return ""
    const pairs = [
      ...[...attributes].filter(([attribute]) => isHtmlAttribute(name, attribute)),
      ...this.styled(attributes),
      ...this.referred(name, attributes)
    ]
    if (voidElements.has(name)) {
      this.body.push(`<${name}${written(pairs)}/>`)
      return ""
    }
    this.body.push(`<${name}${written(pairs)}>`)
    return `</${name}>`
  }

  private styled(attributes: Attributes): ReadonlyArray<readonly [string, string]> {
    const style = attributes.get("style")
    return style === undefined ? [] : [["style", this.cleanedStyle(style)]]
  }

  private referred(name: string, attributes: Attributes): ReadonlyArray<readonly [string, string]> {
    const [href, src] = [attributes.get("href"), attributes.get("src")]
    switch (name) {
      case "a": {
        // Old books name anchors this way.
        const anchor = attributes.has("id") ? undefined : attributes.get("name")
        const pairs: ReadonlyArray<readonly [string, string]> = anchor === undefined ? [] : [["id", anchor]]
        if (href === undefined) return pairs
        const to = inBook(this.key, href)
        if (to !== undefined) return [...pairs, ["href", to]]
        // A link to the outside is disabled, but its target remains readable.
        return isOutside(href) && /^\s*https?:/i.test(href) && !attributes.has("title")
          ? [...pairs, ["title", href.trim().slice(0, 500)]]
          : pairs
      }
      case "area": {
        const to = href === undefined ? undefined : inBook(this.key, href)
        return to === undefined ? [] : [["href", to]]
      }
      case "img":
      case "source": {
        const to = src === undefined ? undefined : shownInBook(this.key, src)
        const map = attributes.get("usemap")
        return [
          ...(to === undefined ? [] : [["src", to] as const]),
          ...(map?.startsWith("#") === true ? [["usemap", map] as const] : [])
        ]
      }
      case "audio":
      case "video": {
        const to = src === undefined ? undefined : inBook(this.key, src)
        return [
          ["controls", "controls"],
          ["preload", "none"],
          ...(to === undefined ? [] : [["src", to] as const])
        ]
      }
      default:
        return []
    }
  }

  private link(attributes: Attributes): void {
    const rel = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/)
    const href = inBook(this.key, attributes.get("href") ?? "")
    if (href === undefined || !rel.includes("stylesheet") || rel.includes("alternate")) return
    const media = attributes.get("media")
    const pairs = [["rel", "stylesheet"] as const, ["href", href] as const]
    this.head.push(`<link${written(media === undefined ? pairs : [...pairs, ["media", media]])}/>`)
  }

  private readMeta(attributes: Attributes): void {
    if (attributes.get("name")?.toLowerCase() === "viewport")
      this.viewport ??= viewportIn(attributes.get("content") ?? "")
  }

  private close(): void {
    this.endSheet()
    for (const { end } of this.open.splice(0).reverse()) this.body.push(end)
  }

  /** Ends the drawing, with its styles as its first child. */
  endDrawing(): string {
    this.close()
    const [start = `<svg xmlns="${NAMESPACES.svg}">`, ...rest] = this.body
    const styles = this.head.filter((part) => part.startsWith("<style>"))
    return [
      '<?xml version="1.0" encoding="utf-8"?>\n',
      start,
      ...styles,
      ...(rest.length === 0 ? ["</svg>"] : rest),
      "\n"
    ].join("")
  }

  end(): string {
    this.close()
    const own = (attributes: Attributes) =>
      written([
        ...[...attributes].filter(([name]) => isHtmlAttribute("body", name)),
        ...this.styled(attributes)
      ])
    const size = this.viewport === undefined ? [] : this.viewport
    const viewport = size.length === 0 ? "" : ` data-width="${size[0]}" data-height="${size[1]}"`
    return [
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="${HTML}"${own(this.htmlAttributes)}${viewport}>`,
      `<head><meta charset="utf-8"/><title>${escaped(this.title.trim())}</title>${this.head.join("")}</head>`,
      `<body${own(this.bodyAttributes)}>${this.body.join("")}</body></html>\n`
    ].join("")
  }
}

/**
 * A document of a book as XHTML that runs nothing and loads nothing from outside of the book: only known layout
 * elements and attributes are written, each from scratch. `key` names the document in the archive. Well-formed for any input,
 * so browsers find exactly the written elements. Throws `TooDeep`.
 */
export const cleanDocument = (text: string, key: string): string => cleanedBy(new Cleaner(key), text).end()

/**
 * The same for an SVG file: a frame inside a page, even one that may load nothing, makes browsers open a connection.
 */
export const cleanDrawing = (text: string, key: string): string =>
  cleanedBy(new Cleaner(key, true), text).endDrawing()

const cleanedBy = (cleaner: Cleaner, text: string): Cleaner => {
  parseMarkup(
    text,
    {
      onopentag: (name, attributes) => cleaner.opened(name, attributes),
      onclosetag: (name) => cleaner.closed(name),
      ontext: (more) => cleaner.text(more)
    },
    { lowerCaseAttributeNames: false }
  )
  return cleaner
}
