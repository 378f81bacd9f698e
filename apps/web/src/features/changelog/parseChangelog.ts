/**
 * A piece of text with a single inline format. The parser supports only the subset of Markdown that the changelog uses.
 * Pages render the pieces as text, so HTML in the changelog has no effect.
 */
export type Inline =
  | { readonly kind: "text" | "strong" | "emphasis" | "code"; readonly text: string }
  | {
      readonly kind: "link"
      readonly text: string
      readonly href: string
    }
export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly content: ReadonlyArray<Inline> }
  | { readonly kind: "paragraph"; readonly content: ReadonlyArray<Inline> }
  | { readonly kind: "list"; readonly items: ReadonlyArray<ReadonlyArray<Inline>> }

export const parseChangelog = (source: string): ReadonlyArray<Block> => {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let items: string[] = []
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", content: parseInline(paragraph.join(" ")) })
    if (items.length > 0) blocks.push({ kind: "list", items: items.map(parseInline) })
    paragraph = []
    items = []
  }
  for (const line of source.split(/\r?\n/)) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = /^\s*[-*+]\s+(.*)$/.exec(line)
    if (heading) {
      close()
      const level = Math.min(3, heading[1]?.length ?? 1) as 1 | 2 | 3
      blocks.push({ kind: "heading", level, content: parseInline(heading[2] ?? "") })
    } else if (item) {
      if (paragraph.length > 0) close()
      items.push(item[1] ?? "")
    } else if (line.trim() === "") close()
    else if (items.length > 0) items.push(`${items.pop()} ${line.trim()}`)
    else paragraph.push(line.trim())
  }
  close()
  return blocks
}

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|<(https?:\/\/[^\s>]+)>/g

export const parseInline = (text: string): ReadonlyArray<Inline> => {
  const parts: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [full, code, strong, emphasis, label, href, bare] = match
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) })
    if (code !== undefined) parts.push({ kind: "code", text: code })
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong })
    else if (emphasis !== undefined) parts.push({ kind: "emphasis", text: emphasis })
    else if (href !== undefined) parts.push({ kind: "link", text: label ?? href, href })
    else if (bare !== undefined) parts.push({ kind: "link", text: bare, href: bare })
    from = match.index + full.length
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) })
  return parts
}
