/** The position of an element, as offsets in the text of the document. */
export interface Range {
  readonly name: string
  readonly start: number
  readonly end: number
}

export interface RootRange extends Range {
  /** The offsets where the content of the element begins and ends. */
  readonly openEnd: number
  readonly closeStart: number
  readonly children: ReadonlyArray<Range>
}

const nameAt = /[A-Za-z_][\w:.-]*/y

/** Returns the offset after the tag that begins at `at`. An angle bracket inside quotes does not end the tag. */
const tagEnd = (text: string, at: number): number => {
  let quote = ""
  for (let n = at; n < text.length; n += 1) {
    const sign = text[n]!
    if (quote !== "") quote = sign === quote ? "" : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === ">") return n + 1
  }
  return text.length
}

const behind = (text: string, end: string, at: number): number => {
  const found = text.indexOf(end, at)
  return found < 0 ? text.length : found + end.length
}

/** Returns the offset after the comment, CDATA section or instruction at `at`, or `at` if none begins there. */
const skipped = (text: string, at: number): number => {
  if (text.startsWith("<!--", at)) return behind(text, "-->", at + 4)
  if (text.startsWith("<![CDATA[", at)) return behind(text, "]]>", at + 9)
  if (text.startsWith("<?", at)) return behind(text, "?>", at + 2)
  return at
}

interface Open {
  readonly name: string
  readonly start: number
  readonly openEnd: number
  readonly children: Array<Range>
}

/** Returns the root elements of a well-formed text, each with its child elements. */
export const scan = (text: string): ReadonlyArray<RootRange> => {
  const roots: Array<RootRange> = []
  const open: Array<Open> = []
  let at = 0
  for (;;) {
    at = text.indexOf("<", at)
    if (at < 0) return roots
    const next = skipped(text, at)
    if (next > at) {
      at = next
      continue
    }
    const isClosing = text[at + 1] === "/"
    nameAt.lastIndex = at + (isClosing ? 2 : 1)
    const [name] = nameAt.exec(text) ?? []
    if (name === undefined) {
      at += 1
      continue
    }
    const end = tagEnd(text, at)
    const isEmpty = text[end - 2] === "/"
    const element: Open = { name, start: at, openEnd: end, children: [] }
    if (!isClosing) open.push(element)
    if (isClosing || isEmpty) close(roots, open, isEmpty ? end : at, end)
    at = end
  }
}

const close = (roots: Array<RootRange>, open: Array<Open>, closeStart: number, end: number): void => {
  const element = open.pop()
  if (element === undefined) return
  if (open.length === 0) roots.push({ ...element, closeStart, end })
  if (open.length === 1) open[0]!.children.push({ name: element.name, start: element.start, end })
}
