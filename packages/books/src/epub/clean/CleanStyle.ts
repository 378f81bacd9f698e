import { type CSSToken, stringify, tokenizer, TokenType } from "@csstools/css-tokenizer"
import { spend } from "@media/kernel/CpuBudget"
import { shownInBook } from "./References.ts"

/** Replaces a URL outside of the book; browsers send no request for it. */
const NOTHING = "data:,"
/** Functions whose strings are URLs. */
const ADDRESSES = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade"
])
/** Rules that load files, and `@namespace`, whose URLs are names; the encoding is ours. */
const DROPPED_RULES = new Set(["namespace", "charset"])

const quoted = (address: string): string =>
  `"${address.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`

const isFunction = (token: CSSToken): token is Extract<CSSToken, { 0: TokenType.Function }> =>
  token[0] === TokenType.Function

/** Skips a rule including its semicolon or block. */
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

/** Without any of these characters a style has no URL, comment, string or at-rule. */
const TELLING = /[\\("'@<>/\0]/

/** Tells whether the style must be tokenized, which takes a second of CPU time per MiB. */
export const isCostlyStyle = (css: string): boolean => TELLING.test(css)

/**
 * A style sheet of a book, or the declarations of one element, that loads nothing from outside: URLs in any spelling
 * point to files of the archive, or to nothing. Rules stay, because they only affect layout.
 */
export const cleanStyle = (css: string, from: string): string => {
  if (!isCostlyStyle(css)) return css
  // One token at a time: a list of all of them takes 100 bytes per byte of the style.
  const tokens = tokenizer({ css: css.replaceAll("\0", "\ufffd") })
  const next = () => {
    spend()
    return tokens.nextToken()
  }
  const addressed = (address: string): string => quoted(shownInBook(from, address) ?? NOTHING)
  const parts: Array<string> = []
  /** Names of the open functions; empty for a plain parenthesis. */
  const open: Array<string> = []
  let isImport = false
  for (let token = next(); token[0] !== TokenType.EOF; token = next()) {
    switch (token[0]) {
      // Each is replaced, because otherwise its neighbors would join into one word: `u<!--rl(...)`.
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
