import { spend } from "@media/kernel/CpuBudget"
import { type Handler, Parser, type ParserOptions } from "htmlparser2"

/**
 * Of elements inside one another, closed or not. The parser takes time with the square of it: 50,000 take 2 s, 1,000 nothing
 * that could be measured. Books have 30 at most.
 */
const DEEPEST = 1_000

/** Markup that no book has. */
export class TooDeep extends Error {}

/** What is found in a document, in its order. */
export type MarkupHandler = Pick<Handler, "onopentag" | "onclosetag" | "ontext">

/**
 * Reads a document of a book as people mean it: XHTML or HTML, well-formed or not. Throws `TooDeep`. Names are as they are
 * written where `options` says so.
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
    // Documents are XHTML as a rule, where any element may be empty.
    { recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true, ...options }
  )
  parser.end(text)
}
