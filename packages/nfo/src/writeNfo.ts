import type { NfoFields, NfoKind } from "./NfoFields.ts"
import { readNfo } from "./readNfo.ts"
import { type Group, groups } from "./write/groups.ts"
import { printed } from "./write/markup.ts"
import { type RootRange, scan } from "./write/scan.ts"

/** Values to write. Null removes a field, and an absent field is not changed. */
export type NfoChanges = { readonly [Key in keyof NfoFields]?: NfoFields[Key] | null }

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const declaration = /^\ufeff?\s{0,100}<\?xml[^>]{0,200}\?>/

const without = <A extends object>(fields: A): { [Key in keyof A]?: Exclude<A[Key], null> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [Key in keyof A]?: Exclude<A[Key], null>
  }

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Distributes the changes over the root elements. A file with several episodes has one root for each. The first root
 * gets all fields, and the other roots only get the fields of their episode.
 */
const perRoot = (kind: NfoKind, changes: NfoChanges): ReadonlyArray<NfoChanges> => {
  const { segments, ...others } = changes
  if (kind !== "episodedetails" || segments == null || segments.length < 2) return [others]
  return segments.map(({ airDate, episode, overview, runtime, title }, n) => {
    const own: NfoChanges = {
      title: title ?? null,
      overview: overview ?? null,
      releaseDate: airDate ?? null,
      year: null,
      runtimeMinutes: runtime ?? null,
      episode,
      episodeEnd: null
    }
    return n === 0 ? { ...others, ...own } : { season: changes.season ?? null, ...own }
  })
}

const created = (kind: NfoKind, fields: NfoFields): string => {
  const lines = groups.flatMap(({ markup }) => markup(fields, kind).map((one) => `  ${printed(one, "  ")}\n`))
  return `<${kind}>\n${lines.join("")}</${kind}>\n`
}

/** Returns the offset where the line of an element begins, so that removing the element also removes its line. */
const lineStart = (text: string, at: number, from: number): number => {
  let start = at
  while (start > from && /\s/.test(text[start - 1]!)) start -= 1
  return start
}

const indentOf = (text: string, { children, openEnd }: RootRange): string => {
  const first = children[0]?.start ?? openEnd
  const white = text.slice(lineStart(text, first, openEnd), first)
  const line = white.lastIndexOf("\n")
  return line < 0 ? "  " : white.slice(line + 1)
}

const mustChange = ({ keys }: Group, before: NfoFields, changes: NfoChanges): boolean =>
  keys.some(
    (key) => Object.hasOwn(changes, key) && changes[key] !== undefined && !isSame(before[key], changes[key])
  )

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Returns the edits for one group. The new elements replace the group's first element, and its other elements are
 * removed.
 */
const editsOf = (
  text: string,
  root: RootRange,
  { elements }: Group,
  lines: ReadonlyArray<string>,
  indent: string
): ReadonlyArray<Edit> => {
  const owned = root.children.filter(({ name }) => elements.includes(name.toLowerCase()))
  const [first, ...others] = owned
  const removed = others.map(({ end, start }) => ({
    start: lineStart(text, start, root.openEnd),
    end,
    text: ""
  }))
  if (first === undefined) {
    const at = root.children.at(-1)?.end ?? root.openEnd
    return lines.length === 0
      ? []
      : [{ start: at, end: at, text: lines.map((line) => `\n${indent}${line}`).join("") }]
  }
  const replacement =
    lines.length === 0
      ? { start: lineStart(text, first.start, root.openEnd), end: first.end, text: "" }
      : { start: first.start, end: first.end, text: lines.join(`\n${indent}`) }
  return [replacement, ...removed]
}

const updated = (text: string, root: RootRange, kind: NfoKind, changes: NfoChanges): string => {
  const own = text.slice(root.start, root.end)
  // `<movie/>` cannot have content, so it is replaced.
  if (root.openEnd === root.end) return created(kind, without(changes)).trimEnd()
  const before = readNfo(own).fields
  const after: NfoFields = without({ ...before, ...changes })
  const indent = indentOf(text, root)
  const edits = groups
    .filter((group) => mustChange(group, before, changes))
    .flatMap((group) =>
      editsOf(
        text,
        root,
        group,
        group.markup(after, kind).map((one) => printed(one, indent)),
        indent
      )
    )
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
  let at = root.start
  let result = ""
  for (const edit of edits) {
    if (edit.start < at) continue
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  const rest = text.slice(at, root.end)
  return result + (root.children.length === 0 && rest.startsWith("</") ? `\n${rest}` : rest)
}

/**
 * Removes the titles. The titles of several episodes are read as one joined title, which must not
 * be written back to a single episode. Only segments have the title of each episode.
 */
const withoutTitles = ({ originalTitle: _original, title: _title, ...rest }: NfoChanges): NfoChanges => rest

const update = (existing: string, kind: NfoKind, changes: NfoChanges): string | null => {
  if (readNfo(existing).root !== kind) return null
  const text = existing.replace(declaration, DECLARATION)
  const roots = scan(text).filter(({ name }) => name.toLowerCase() === kind)
  const wanted = perRoot(kind, changes)
  const isSeveral = roots.length > 1 && wanted.length === 1
  const all = isSeveral ? wanted.map(withoutTitles) : wanted
  let result = ""
  let at = 0
  roots.forEach((root, n) => {
    const isGone = all.length > 1 && n >= all.length
    const own = all[n]
    result += text.slice(at, root.start)
    if (!isGone)
      result += own === undefined ? text.slice(root.start, root.end) : updated(text, root, kind, own)
    at = root.end
  })
  const more = all.slice(roots.length).map((own) => `\n${created(kind, without(own)).trimEnd()}`)
  return result + more.join("") + text.slice(at)
}

/**
 * Returns the text of an NFO file. In an existing file, only elements of fields that differ are replaced. Unknown
 * elements, comments and the order are kept. Returns null if the existing file is malformed or of a different kind.
 */
export const writeNfo = (kind: NfoKind, changes: NfoChanges, existing?: string): string | null => {
  if (existing !== undefined && existing.trim() !== "") return update(existing, kind, changes)
  const roots = perRoot(kind, changes).map((own) => created(kind, without(own)))
  return `${DECLARATION}\n${roots.join("")}`
}
