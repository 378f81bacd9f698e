import { parseChangelog, type Block } from "./parseChangelog"

/** A version in the changelog: the notes for users, and the notes below the heading "Technical notes". */
export interface Version {
  readonly name: string
  readonly notes: ReadonlyArray<Block>
  readonly technical: ReadonlyArray<Block>
}

const TECHNICAL = /^technical notes$/i
const textOf = (block: Block): string =>
  block.kind === "list" ? "" : block.content.map(({ text }) => text).join("")

/** Splits the changelog into versions, which are second-level headings. Skips the text before the first version. */
export const versionsOf = (source: string): ReadonlyArray<Version> => {
  const versions: Array<{ name: string; notes: Block[]; technical: Block[]; isTechnical: boolean }> = []
  for (const block of parseChangelog(source)) {
    const version = versions.at(-1)
    if (block.kind === "heading" && block.level <= 2) {
      if (block.level === 2)
        versions.push({ name: textOf(block), notes: [], technical: [], isTechnical: false })
    } else if (version && block.kind === "heading" && TECHNICAL.test(textOf(block)))
      version.isTechnical = true
    else if (version) (version.isTechnical ? version.technical : version.notes).push(block)
  }
  return versions.map(({ name, notes, technical }) => ({ name, notes, technical }))
}
