import { spend } from "@media/kernel/CpuBudget"
import { type Handler, Parser, type ParserOptions } from "htmlparser2"

/**
 * Limit on nested elements, closed or not. The parser takes quadratic time: 50,000 take 2 s, 1,000 nothing measurable.
 * Books have 30 at most.
 */
const DEEPEST = 1_000

/** Implausible markup. */
export class TooDeep extends Error {}

/** The content of a document, in order. */
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
    // Documents are usually XHTML, where any element may be empty.
    { recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true, ...options }
  )
  parser.end(text)
}
