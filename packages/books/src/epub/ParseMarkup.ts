import { spend } from "@media/kernel/CpuBudget"
import { type Handler, Parser, type ParserOptions } from "htmlparser2"

/**
 * Maximum nesting depth of elements, including unclosed ones. The parser's time grows with the square of the depth:
 * 50,000 nested elements take 2 s, while 1,000 take no measurable time. The elements of real books are nested at most
 * 30 deep.
 */
const DEEPEST = 1_000

/** Thrown if elements are nested more than `DEEPEST` levels deep. */
export class TooDeep extends Error {}

/** Callbacks for the tags and texts of a document, called in document order. */
export type MarkupHandler = Pick<Handler, "onopentag" | "onclosetag" | "ontext">

/**
 * Parses a document of a book leniently, whether it is XHTML or HTML, well-formed or not. Throws `TooDeep`, and
 * `TooMuchWork` when the CPU budget is used up. `options` can, for example, keep the upper and lower case of names.
 */
export const parseMarkup = (text: string, handler: MarkupHandler, options: ParserOptions = {}): void => {
  let depth = 0
  const parser = new Parser(
    {
      ...handler,
      onopentag: (name, attributes, isImplied) => {
        spend()
        depth += 1
        if (depth > DEEPEST) throw new TooDeep()
        handler.onopentag?.(name, attributes, isImplied)
      },
      onclosetag: (name, isImplied) => {
        depth -= 1
        handler.onclosetag?.(name, isImplied)
      },
      ontext: (more) => {
        spend()
        handler.ontext?.(more)
      }
    },
    // Most documents are XHTML, in which any element may be self-closing.
    { recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true, ...options }
  )
  parser.end(text)
}
