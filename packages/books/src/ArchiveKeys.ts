import type { Archive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import { addressableName, alikeName } from "@media/kernel/AlikeName"
import { decodedUri } from "@media/kernel/DecodedUri"

/**
 * The entries of each open archive, indexed by name. An archive may have 50,000 entries, and every chapter of a book
 * requires a lookup by name. Searching the whole list each time would take minutes.
 */
const indexes = new WeakMap<Archive["entries"], ReadonlyMap<string, ArchiveEntry>>()

/** Normalizes the path in a name, because some programs write `OEBPS\a.xhtml` or `./OEBPS/a.xhtml`. */
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
  // If several entries have the same name, the first one is used. An entry that is stored under exactly this name takes
  // precedence over entries whose normalized name is the same.
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
 * Returns the file with this key in the archive. If there is no such file, returns a file whose name differs only in,
 * for example, upper and lower case. Many books are packed on case-insensitive systems. Obtain keys from `keyFrom` or
 * from entries that this function returned.
 */
export const entryNamed = ({ entries }: Archive, key: string): ArchiveEntry | undefined => {
  const index = indexOf(entries)
  return index.get(key) ?? index.get(alikeName(key))
}

/**
 * Resolves a reference (a relative URL) in the file `from` to the key of the file that it refers to. `..` steps beyond
 * the top folder are ignored. The key is only for lookups in the archive, and must never be used as a path on disk.
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
