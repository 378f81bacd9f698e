import { type CSSToken, stringify, tokenizer, TokenType } from "@csstools/css-tokenizer"
import { spend } from "@media/kernel/CpuBudget"
import { shownInBook } from "./References.ts"

/** What stands for an address that leads out of the book; browsers ask no one for it. */
const NOTHING = "data:,"
/** Functions whose strings are addresses. */
const ADDRESSES = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade"
])
/** Rules that load, and `@namespace`, whose addresses are names; the encoding is ours. */
const DROPPED_RULES = new Set(["namespace", "charset"])

const quoted = (address: string): string =>
  `"${address.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`

const isFunction = (token: CSSToken): token is Extract<CSSToken, { 0: TokenType.Function }> =>
  token[0] === TokenType.Function

/** Reads past a rule, up to and with its semicolon or its block. */
const skipRule = (next: () => CSSToken): void => {
  for (let depth = 0; ;) {
    const type = next()[0]
    if (type === TokenType.EOF) return
    if (type === TokenType.OpenCurly) depth += 1
    else if (type === TokenType.CloseCurly) {
      depth -= 1
      if (depth <= 0) return
    } else if (type === TokenType.Semicolon && depth === 0) return
  }
}

/** Without any of these signs a style has no address, comment, string or rule of its own. */
const TELLING = /[\\("'@<>/\0]/

/** Does the style have to be taken apart? That takes a second of CPU time for each MiB. */
export const isCostlyStyle = (css: string): boolean => TELLING.test(css)

/**
 * A style sheet of a book, or the declarations of one element, which loads nothing from outside of it: addresses in any
 * spelling are led to files of the archive, or to nothing. Rules as such stay: they can only lay out.
 */
export const cleanStyle = (css: string, from: string): string => {
  if (!isCostlyStyle(css)) return css
  // One token at a time: the list of all of them takes 100 bytes for each byte of the style.
  const tokens = tokenizer({ css: css.replaceAll("\0", "\ufffd") })
  const next = () => {
    spend()
    return tokens.nextToken()
  }
  const addressed = (address: string): string => quoted(shownInBook(from, address) ?? NOTHING)
  const parts: Array<string> = []
  /** Names of the functions that are open; empty for a plain parenthesis. */
  const open: Array<string> = []
  let isImport = false
  for (let token = next(); token[0] !== TokenType.EOF; token = next()) {
    switch (token[0]) {
      // Something stands in for each, or what is before and behind it would be one word: `u<!--rl(...)`.
      case TokenType.CDO:
      case TokenType.CDC:
      case TokenType.Comment:
        parts.push(" ")
        break
      case TokenType.BadURL:
        parts.push(`url(${quoted(NOTHING)})`)
        break
      case TokenType.BadString:
        parts.push(quoted(NOTHING))
        break
      case TokenType.AtKeyword: {
        const name = token[4].value.toLowerCase()
        if (DROPPED_RULES.has(name)) {
          skipRule(next)
          parts.push(" ")
        } else {
          isImport = name === "import"
          parts.push(token[1])
        }
        break
      }
      case TokenType.URL:
        parts.push(`url(${addressed(token[4].value)})`)
        isImport = false
        break
      case TokenType.String: {
        const isAddress = isImport || ADDRESSES.has(open.at(-1) ?? "")
        parts.push(isAddress ? addressed(token[4].value) : token[1])
        isImport = false
        break
      }
      case TokenType.OpenParen:
        open.push("")
        parts.push(token[1])
        break
      case TokenType.CloseParen:
        open.pop()
        parts.push(token[1])
        break
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
      case TokenType.CloseCurly:
        open.length = 0
        isImport = false
        parts.push(token[1])
        break
      default:
        if (isFunction(token)) open.push(token[4].value.toLowerCase())
        parts.push(stringify(token))
    }
  }
  return parts.join("")
}
