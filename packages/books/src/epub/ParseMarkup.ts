import { spend } from "@media/kernel/CpuBudget"
import { type Handler, Parser, type ParserOptions } from "htmlparser2"

/**
 * Maximum depth of nested elements, closed or not. The parser takes quadratic time: 50,000 nested elements take 2 s,
 * and 1,000 take no measurable time. The elements of real books are nested at most 30 deep.
 */
const DEEPEST = 1_000

/** The elements are nested implausibly deep. */
export class TooDeep extends Error {}

/** Handlers that receive the content of a document in document order. */
export type MarkupHandler = Pick<Handler, "onopentag" | "onclosetag" | "ontext">

/**
 * Parses a document of a book leniently: XHTML or HTML, well-formed or not. Throws `TooDeep`. `options` may preserve
 * the case of names.
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
