import type { Archive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import { addressableName, alikeName } from "@media/kernel/AlikeName"
import { decodedUri } from "@media/kernel/DecodedUri"

/** An archive has 50,000 entries, and a spine looks up each one: searching a list each time takes minutes. */
const indexes = new WeakMap<Archive["entries"], ReadonlyMap<string, ArchiveEntry>>()

/** Normalizes names from any packing program: some write `OEBPS\a.xhtml` or `./OEBPS/a.xhtml`. */
const spelled = (key: string): string => addressableName(key.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, ""))

const indexOf = (entries: Archive["entries"]): ReadonlyMap<string, ArchiveEntry> => {
  const known = indexes.get(entries)
  if (known !== undefined) return known
  const made = new Map<string, ArchiveEntry>()
  const files = entries
    .filter(({ kind }) => kind === "file")
    .map((entry) => {
      const key = spelled(entry.key)
      return key === entry.key ? entry : { ...entry, key }
    })
  // The first entry of a name counts. An entry with another spelling never replaces one with exactly this name.
  const written = new Set(entries)
  for (const entry of files) if (written.has(entry) && !made.has(entry.key)) made.set(entry.key, entry)
  for (const entry of files) if (!made.has(entry.key)) made.set(entry.key, entry)
  for (const entry of files) {
    const alike = alikeName(entry.key)
    if (!made.has(alike)) made.set(alike, entry)
  }
  indexes.set(entries, made)
  return made
}

/**
 * The file in the archive with that key, otherwise one with an equivalent name, because books are packed on
 * case-insensitive systems. Keys come from `keyFrom` and from the entries that this function returns.
 */
export const entryNamed = ({ entries }: Archive, key: string): ArchiveEntry | undefined => {
  const index = indexOf(entries)
  return index.get(key) ?? index.get(alikeName(key))
}

/**
 * The key that a reference in the file `from` points to. A name to look up in a list, never a path: `..` steps beyond
 * the top stay at the top.
 */
export const keyFrom = (from: string, reference: string): string => {
  const named = decodedUri(reference.split(/[?#]/, 1)[0] ?? "").replaceAll("\\", "/")
  const steps = named.startsWith("/") ? [] : from.split("/").slice(0, -1)
  for (const step of named.split("/")) {
    if (step === "..") steps.pop()
    else if (step !== "." && step !== "") steps.push(step)
  }
  return spelled(steps.join("/"))
}
