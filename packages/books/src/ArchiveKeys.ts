import type { Archive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import { addressableName, alikeName } from "@media/kernel/AlikeName"
import { decodedUri } from "@media/kernel/DecodedUri"

/**
 * Entries of each archive, indexed by name. An archive may have 50,000 entries, and each entry of the spine looks up a
 * name. Searching the whole list each time would take minutes.
 */
const indexes = new WeakMap<Archive["entries"], ReadonlyMap<string, ArchiveEntry>>()

/** Normalizes a name, because some programs write `OEBPS\a.xhtml` or `./OEBPS/a.xhtml`. */
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
  // If several entries have the same name, the first one counts. An entry whose name had to be normalized never
  // replaces an entry with exactly that name.
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
 * Returns the file with this key in the archive. If there is none, returns a file with an equivalent name, because
 * books are packed on case-insensitive systems. Keys come from `keyFrom` and from the entries that this function
 * returns.
 */
export const entryNamed = ({ entries }: Archive, key: string): ArchiveEntry | undefined => {
  const index = indexOf(entries)
  return index.get(key) ?? index.get(alikeName(key))
}

/**
 * Returns the key to which a reference in the file `from` points. A key is a name to look up in a list, never a path.
 * `..` steps above the top are ignored.
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
