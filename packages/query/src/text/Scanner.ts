const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/u.test(character)

/** The symbols between a field and its value. Longer symbols come first, so that `>=` is never read as `>`. */
export const symbols = ["!=", "!:", "!~", ">=", "<=", "^=", "$=", ":", "=", ">", "<", "~"] as const
export type TextSymbol = (typeof symbols)[number]

const closers: Readonly<Record<string, string>> = { "(": ")", "{": "}" }
const nameStart = /[A-Za-z]/
const nameRest = /[A-Za-z0-9_]/
/** Maximum length of a name in characters. No field has a longer name. */
const longestName = 80

/** Reads the text of a query from the start to the end. */
export class Scanner {
  at = 0
  /** The number of characters examined. A test checks that this number grows linearly with the length of the text. */
  steps = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  peek(offset = 0): string | undefined {
    this.steps += 1
    return this.text[this.at + offset]
  }

  isSpaceAt(offset = 0): boolean {
    return isSpace(this.peek(offset))
  }

  skipSpace(): void {
    while (this.isSpaceAt()) this.at += 1
  }

  take(token: string): boolean {
    this.steps += token.length
    if (!this.text.startsWith(token, this.at)) return false
    this.at += token.length
    return true
  }

  /** True if the keyword is next in the text, as a separate word. */
  isKeyword(word: string): boolean {
    this.steps += word.length
    if (!this.text.startsWith(word, this.at)) return false
    const after = this.peek(word.length)
    return after === undefined || isSpace(after) || "(){}".includes(after)
  }

  /**
   * Reads the name and the symbol of a condition. If the text does not continue with them, consumes nothing and returns
   * undefined.
   */
  takeFieldAndSymbol(): { readonly name: string; readonly symbol: TextSymbol } | undefined {
    const start = this.at
    let end = start
    let isAtStart = true
    while (end - start <= longestName) {
      const character = this.text[end]
      this.steps += 1
      if (character === undefined) break
      if (isAtStart ? nameStart.test(character) : nameRest.test(character)) isAtStart = false
      else if (character === "." && !isAtStart) isAtStart = true
      else break
      end += 1
    }
    if (end === start || isAtStart) return undefined
    const symbol = symbols.find((each) => this.text.startsWith(each, end))
    if (symbol === undefined) return undefined
    this.at = end + symbol.length
    return { name: this.text.slice(start, end), symbol }
  }

  /** Reads up to a space, a bracket, a quote, or one of the characters in `also`. */
  bare(also = ""): string {
    const start = this.at
    for (;;) {
      const character = this.peek()
      if (character === undefined || isSpace(character) || `(){}"${also}`.includes(character)) break
      this.at += 1
    }
    return this.text.slice(start, this.at)
  }

  /**
   * Reads up to the closing quote. The opening quote must have been consumed. `\"` and `\\` are escapes. Any other
   * backslash is literal.
   */
  quoted(): { readonly text: string; readonly isClosed: boolean } {
    const parts: Array<string> = []
    let from = this.at
    for (;;) {
      const character = this.peek()
      if (character === undefined || character === '"') {
        parts.push(this.text.slice(from, this.at))
        this.at += character === undefined ? 0 : 1
        return { text: parts.join(""), isClosed: character !== undefined }
      }
      const next = character === "\\" ? this.peek(1) : undefined
      if (next === '"' || next === "\\") {
        parts.push(this.text.slice(from, this.at), next)
        this.at += 2
        from = this.at
      } else this.at += 1
    }
  }

  /** Skips from an opening bracket to the position after the matching closing bracket, or to the end of the text. */
  skipBrackets(): void {
    const open: Array<string> = []
    do {
      const character = this.peek()
      if (character === undefined) return
      this.at += 1
      const closer = closers[character]
      if (closer !== undefined) open.push(closer)
      else if (character === '"') this.quoted()
      else if (character === open.at(-1)) open.pop()
    } while (open.length > 0)
  }
}
