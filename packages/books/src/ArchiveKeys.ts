import type { Archive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"

/** An archive has 50,000 entries, and a spine asks for each: a list that is walked each time takes minutes. */
const indexes = new WeakMap<Archive["entries"], ReadonlyMap<string, ArchiveEntry>>()

const indexOf = (entries: Archive["entries"]): ReadonlyMap<string, ArchiveEntry> => {
  const known = indexes.get(entries)
  if (known !== undefined) return known
  const made = new Map<string, ArchiveEntry>()
  const files = entries.filter(({ kind }) => kind === "file")
  // The first of a name counts. A folded name never takes the place of one that is written so.
  for (const entry of files) if (!made.has(entry.key)) made.set(entry.key, entry)
  for (const entry of files) {
    const folded = entry.key.toLowerCase()
    if (!made.has(folded)) made.set(folded, entry)
  }
  indexes.set(entries, made)
  return made
}

/** The file in the archive of that name, else one that differs in case alone: books are packed on systems that do not care. */
export const entryNamed = ({ entries }: Archive, key: string): ArchiveEntry | undefined => {
  const index = indexOf(entries)
  return index.get(key) ?? index.get(key.toLowerCase())
}

/**
 * The key that a reference in the file `from` names. A name to look up in a list, never a path: steps beyond the top stay
 * at the top.
 */
export const keyFrom = (from: string, reference: string): string => {
  const bare = reference.split(/[?#]/, 1)[0] ?? ""
  const decoded = (() => {
    try {
      return decodeURIComponent(bare)
    } catch {
      return bare
    }
  })()
  const steps = decoded.startsWith("/") ? [] : from.split("/").slice(0, -1)
  for (const step of decoded.split("/")) {
    if (step === "..") steps.pop()
    else if (step !== "." && step !== "") steps.push(step)
  }
  return steps.join("/")
}
