import type { FileKind } from "./FileKind.ts"
import { sniffReasons } from "./Sniff.ts"
import type { FoundFile, SkippedEntry } from "../walk/Walk.ts"

/** What the scanner recorded about a path last time. */
export interface KnownFile {
  readonly size: number | null
  readonly mtimeMs: number | null
  readonly verdict: string
  readonly reason: string | null
  readonly entityId: string | null
}

/** Stands for something that people can use now. */
export const isLiving = (known: KnownFile | undefined): boolean =>
  known?.entityId != null && (known.verdict === "indexed" || known.verdict === "moved")

export type Decision =
  /** As last time: costs nothing, writes nothing. */
  | { readonly _tag: "Unchanged" }
  /** Recorded with a reason. What the path stood for is missing from now on, and found again when the reason is gone. */
  | { readonly _tag: "Ignore"; readonly reason: string }
  | { readonly _tag: "Reject"; readonly reason: string }
  /** No entity stands for it yet: it is new, or another one moved here. */
  | { readonly _tag: "Admit" }
  | { readonly _tag: "Changed"; readonly entityId: string }
  /** It was missing and is back, as it was or changed. */
  | { readonly _tag: "Found"; readonly entityId: string; readonly isChanged: boolean }

const unchanged: Decision = { _tag: "Unchanged" }

const ignore = (reason: string, isSame: boolean, known: KnownFile | undefined): Decision =>
  isSame && known?.verdict === "ignored" && known.reason === reason ? unchanged : { _tag: "Ignore", reason }

/** The verdict on one file, from its name, its numbers and the last verdict. Pure. */
export const decideFile = (file: FoundFile, kind: FileKind, known: KnownFile | undefined): Decision => {
  const isSame = known !== undefined && known.size === file.size && known.mtimeMs === file.mtimeMs
  if (kind._tag === "Ignored") return ignore(kind.reason, isSame, known)
  if (kind.contents !== "videos") {
    return ignore(`Scanning ${kind.contents} is the work of their own queue`, isSame, known)
  }
  if (known?.entityId != null) {
    if (!isLiving(known)) return { _tag: "Found", entityId: known.entityId, isChanged: !isSame }
    return isSame ? unchanged : { _tag: "Changed", entityId: known.entityId }
  }
  if (file.size === 0) {
    const reason = "The file is empty"
    return isSame && known.reason === reason ? unchanged : { _tag: "Reject", reason }
  }
  if (isSame && known.verdict === "failed") return unchanged
  const isSniffed = kind.sniff !== undefined && known?.reason === sniffReasons[kind.sniff]
  return isSame && isSniffed ? unchanged : { _tag: "Admit" }
}

/** The verdict on what is no file, or could not be examined. Pure. */
export const decideSkipped = (entry: SkippedEntry, known: KnownFile | undefined): Decision => {
  // What cannot be examined now stays what it was.
  if (entry.isError && isLiving(known)) return unchanged
  const verdict = entry.isError ? "failed" : "ignored"
  if (known?.verdict === verdict && known.reason === entry.reason) return unchanged
  return { _tag: entry.isError ? "Reject" : "Ignore", reason: entry.reason }
}
