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
/**
 * Maximum nesting depth of elements in the result. The tags of deeper elements are removed, but their text is kept.
 * Browsers lay out at most about 500 levels.
 */
const DEEPEST = 200

/** Matches characters that XML cannot represent. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

/**
 * Maximum number of characters in a style attribute. Longer ones are emptied. The style attributes of real books have a
 * few hundred characters.
 */
const LONGEST_STYLE = 64 * 1024
/**
 * Maximum total number of characters in those style attributes of a document that must be tokenized (see
 * `isCostlyStyle`).
 */
const MOST_STYLES = 1024 * 1024
/** Maximum total number of characters in the `<style>` elements of a document. */
const MOST_SHEETS = 256 * 1024

type Space = "html" | "svg" | "math"
interface Open {
  /** The name of the element in the source document, in lower case and without its prefix. */
  readonly name: string
  readonly space: Space
  /** The end tag to write, or an empty string if the tags of this element are not kept. */
  readonly end: string
}

type Attributes = ReadonlyMap<string, string>

const localName = (name: string): string => name.toLowerCase().replace(/^[^:]*:/, "")

/**
 * Maps attribute names, in lower case and without prefixes, to values. If a name occurs more than once, the first value
 * is used. Namespace declarations are omitted.
 */
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

/**
 * Returns the page size in pixels from the `<meta name="viewport">` of a fixed-layout page, or undefined if it is
 * incomplete.
 */
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
  /** The open elements inside an element that is removed with its content, including that element. Innermost last. */
  private dropped: Array<string> = []
  /**
   * Numbers of open `<head>` and `<title>` elements, whose text is not part of the page. Counters are used because
   * searching all open elements for each piece of text was slow: a document of 8 MiB with 900 levels took 5 s, and
   * takes 0.6 s with these counters.
   */
  private readonly apart = { head: 0, title: 0 }
  /**
   * Number of further characters that are accepted in style attributes (`styles`) and in `<style>` elements (`sheets`).
   */
  private readonly left = { styles: MOST_STYLES, sheets: MOST_SHEETS }
  /** The text of the open `<style>` element so far. The parser may deliver it in many pieces. */
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
    // Ignore void elements such as `<meta>` before they are pushed to a list of open elements. The parser reports no
    // end tag for them if their names are in upper case.
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

  /** True for elements of the first `<svg>` in an SVG file. All other elements are removed. */
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

  /** Adds text to the style sheet. Drops text that exceeds the total limit of the document. */
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

  /**
   * Returns the cleaned style, or an empty string if the style is too long or the total limit of the document is
   * exceeded.
   */
  private cleanedStyle(style: string): string {
    if (style.length > LONGEST_STYLE) return ""
    if (isCostlyStyle(style)) this.left.styles -= style.length
    return this.left.styles < 0 ? "" : cleanStyle(style, this.key)
  }

  /**
   * Writes the start tag of an element if its tags are kept, and returns the end tag to write later. Returns an empty
   * string if there is none.
   */
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

  /**
   * Returns the cleaned `href` attribute of an SVG or MathML element. `image` and `a` may refer to files in the book.
   * All other elements, such as `use`, may refer only to an id in the same file.
   */
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
        // Old books use `name` instead of `id` to define anchors.
        const anchor = attributes.has("id") ? undefined : attributes.get("name")
        const pairs: ReadonlyArray<readonly [string, string]> = anchor === undefined ? [] : [["id", anchor]]
        if (href === undefined) return pairs
        const to = inBook(this.key, href)
        if (to !== undefined) return [...pairs, ["href", to]]
        // External links are disabled, but their URL remains readable as a tooltip.
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

  /** Returns the cleaned drawing. Its style sheets are placed directly after the start tag. */
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
 * Rewrites a document of a book as XHTML that runs no code and loads nothing from outside the book. `key` is the name
 * of the document in the archive. No markup is copied: only elements and attributes on the allow list are written.
 * The result is well-formed for any input, so browsers parse exactly the elements that were written. Throws `TooDeep`.
 */
export const cleanDocument = (text: string, key: string): string => cleanedBy(new Cleaner(key), text).end()

/**
 * Rewrites an SVG file in the same way as `cleanDocument`. Displaying the original file in a sandboxed frame would not
 * be enough. Browsers may open a connection for a frame even if the frame is not allowed to load anything.
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
