import { isVideoName } from "./FileKind.ts"
import { folderOf, type ManifestEntry } from "./Manifest.ts"
import { keyOf } from "./PathHashes.ts"
import { isLiving } from "./ScanResults.ts"
import type { FolderVisit, FoundFile, SkippedEntry } from "@media/disk/Walk"

export interface FoundEntry {
  readonly file: FoundFile
  readonly known: ManifestEntry | undefined
  readonly hasSibling: (name: string) => boolean
  readonly hasVideo: () => boolean
}

export interface Comparison {
  readonly files: ReadonlyArray<FoundEntry>
  readonly skipped: ReadonlyArray<{ readonly entry: SkippedEntry; readonly known: ManifestEntry | undefined }>
  /** Records of files that no longer exist, although their folder was read. */
  readonly gone: ReadonlyArray<ManifestEntry>
}

/**
 * Records of folders from the last scan, such as unreadable folders, that the current scan has not visited yet. Keyed
 * by path key.
 */
export type ExpectedFolders = Map<string, ManifestEntry>

const isMissing = (entry: ManifestEntry): boolean => entry.scanResult === "missing" && entry.entityId !== null

/** Returns a lookup by file name. The first call builds the set of names, because most folders never need the set. */
const siblingsOf = (files: ReadonlyArray<FoundFile>) => {
  let names: ReadonlySet<string> | undefined
  return (name: string): boolean => (names ??= new Set(files.map((file) => file.name))).has(name)
}

const videosIn = (files: ReadonlyArray<FoundFile>) => {
  let found: boolean | undefined
  return (): boolean => (found ??= files.some((file) => isVideoName(file.name)))
}

/** Compares the visited folders with the records of the last scan. */
export const compare = (
  visits: ReadonlyArray<FolderVisit>,
  known: ReadonlyMap<string, ManifestEntry>,
  expected: ExpectedFolders
): Comparison => {
  const files: Array<FoundEntry> = []
  const skipped: Array<Comparison["skipped"][number]> = []
  const gone: Array<ManifestEntry> = []
  const seen = new Set<string>()
  for (const visit of visits) {
    const key = keyOf(visit.folder)
    const recorded = expected.get(key)
    expected.delete(key)
    if (visit._tag === "Unreadable") {
      const entry = { relative: visit.folder, kind: "folder", reason: visit.reason, isError: true } as const
      if (visit.folder.length > 0 && !visit.isGone) skipped.push({ entry, known: recorded })
      continue
    }
    // Forget the record of a folder that was skipped or unreadable and is readable now.
    if (recorded !== undefined && !isMissing(recorded)) gone.push(recorded)
    for (const folder of visit.folders) {
      const entry = known.get(keyOf(folder))
      if (entry === undefined || isLiving(entry)) continue
      seen.add(keyOf(folder))
      expected.set(keyOf(folder), entry)
    }
    const hasSibling = siblingsOf(visit.files)
    const hasVideo = videosIn(visit.files)
    for (const file of visit.files) {
      const at = keyOf(file.relative)
      seen.add(at)
      files.push({ file, known: known.get(at), hasSibling, hasVideo })
    }
    for (const entry of visit.skipped) {
      const at = keyOf(entry.relative)
      seen.add(at)
      skipped.push({ entry, known: known.get(at) })
    }
  }
  const unread = new Set(
    visits.flatMap((visit) => (visit._tag === "Read" ? [] : [visit.folder.toString("latin1")]))
  )
  for (const [key, entry] of known) {
    // Keep the records in an unreadable folder unchanged.
    if (seen.has(key) || isMissing(entry) || unread.has(folderOf(entry.relative).toString("latin1"))) continue
    gone.push(entry)
  }
  return { files, skipped, gone }
}
