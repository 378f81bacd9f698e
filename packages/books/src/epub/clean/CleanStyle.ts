import { type CSSToken, stringify, tokenizer, TokenType } from "@csstools/css-tokenizer"
import { spend } from "@media/kernel/CpuBudget"
import { shownInBook } from "./References.ts"

/** Replaces a URL outside the book. Browsers do not send a request for this URL. */
const NOTHING = "data:,"
/** Names of CSS functions whose strings are URLs. */
const ADDRESSES = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade"
])
/** Names of rules to drop: `@namespace`, whose URLs are only names, and `@charset`, because we choose the encoding. */
const DROPPED_RULES = new Set(["namespace", "charset"])

const quoted = (address: string): string =>
  `"${address.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`

const isFunction = (token: CSSToken): token is Extract<CSSToken, { 0: TokenType.Function }> =>
  token[0] === TokenType.Function

/** Skips a rule up to and including its semicolon or block. */
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

/** A style without any of these characters contains no URL, comment, string or at-rule. */
const TELLING = /[\\("'@<>/\0]/

/** True if the style must be tokenized, which takes a second of CPU time per MiB. */
export const isCostlyStyle = (css: string): boolean => TELLING.test(css)

/**
 * Cleans a style sheet of a book, or the declarations of one element, so that it loads nothing from outside the book.
 * URLs in any spelling are rewritten to files in the archive, or to an empty URL. Other rules are kept, because they
 * only affect the layout.
 */
export const cleanStyle = (css: string, from: string): string => {
  if (!isCostlyStyle(css)) return css
  // Tokens are read one at a time, because a list of all tokens takes 100 bytes of memory per byte of the style.
  const tokens = tokenizer({ css: css.replaceAll("\0", "\ufffd") })
  const next = () => {
    spend()
    return tokens.nextToken()
  }
  const addressed = (address: string): string => quoted(shownInBook(from, address) ?? NOTHING)
  const parts: Array<string> = []
  /** Names of the open functions, outermost first. The name of a plain parenthesis is empty. */
  const open: Array<string> = []
  let isImport = false
  for (let token = next(); token[0] !== TokenType.EOF; token = next()) {
    switch (token[0]) {
      // A comment becomes a space, because the text before and after it would otherwise join into one token, as in
      // `u<!--rl(...)`.
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
