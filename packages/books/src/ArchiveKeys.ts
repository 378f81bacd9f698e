import type { Archive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"

/** The file in the archive of that name, else one that differs in case alone: books are packed on systems that do not care. */
export const entryNamed = ({ entries }: Archive, key: string): ArchiveEntry | undefined => {
  const isFile = ({ kind }: ArchiveEntry) => kind === "file"
  const folded = key.toLowerCase()
  return (
    entries.find((entry) => isFile(entry) && entry.key === key) ??
    entries.find((entry) => isFile(entry) && entry.key.toLowerCase() === folded)
  )
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
