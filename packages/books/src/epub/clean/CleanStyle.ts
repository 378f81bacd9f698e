import { type CSSToken, stringify, tokenizer, TokenType } from "@csstools/css-tokenizer"
import { spend } from "@media/kernel/CpuBudget"
import { shownInBook } from "./References.ts"

/** An empty URL that replaces URLs outside the book. Browsers send no request for it. */
const NOTHING = "data:,"
/** Names of CSS functions in which a quoted string is a URL. */
const ADDRESSES = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade"
])
/**
 * Names of at-rules to drop: `@namespace`, because its URL is only a name, which rewriting would break, and `@charset`,
 * because the result is always UTF-8.
 */
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

/**
 * A style that contains none of these characters has no URL, comment, string or at-rule, so there is nothing to clean.
 */
const TELLING = /[\\("'@<>/\0]/

/** True if the style must be tokenized, which takes about one second of CPU time per MiB. */
export const isCostlyStyle = (css: string): boolean => TELLING.test(css)

/**
 * Cleans a style sheet of a book, or the style attribute of an element. The cleaned style loads nothing from outside
 * the book. URLs are rewritten to files in the archive. If a URL leads outside, it is replaced with an empty URL.
 * Everything else is kept, because it affects only the layout.
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
  /**
   * Names of the functions that are open at this point, outermost first. An empty name stands for a plain parenthesis.
   */
  const open: Array<string> = []
  let isImport = false
  for (let token = next(); token[0] !== TokenType.EOF; token = next()) {
    switch (token[0]) {
      // Replace a comment with a space. Otherwise, the text before and after it could join into one token, as in
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
