import { REMOVED_BY_HAND } from "../items/ids.ts"
import type { FileKind } from "./FileKind.ts"
import { isKnownRefusal } from "./Sniff.ts"
import type { FoundFile, SkippedEntry } from "@media/disk/Walk"

/** The scanner's last record of a path. */
export interface KnownFile {
  readonly size: number | null
  readonly mtimeMs: number | null
  readonly scanResult: string
  readonly reason: string | null
  readonly entityId: string | null
  /** The kind of the item `entityId`. */
  readonly entityKind: string | null
}

/** True if the path belongs to an item whose file is present. */
export const isLiving = (known: KnownFile | undefined): boolean =>
  known?.entityId != null && (known.scanResult === "indexed" || known.scanResult === "moved")

export type Decision =
  /** The file has not changed since the last scan. The scan writes no record. */
  | { readonly _tag: "Unchanged" }
  /** The file is recorded as ignored, with a reason. Its item is marked missing until the reason no longer applies. */
  | { readonly _tag: "Ignore"; readonly reason: string }
  | { readonly _tag: "Reject"; readonly reason: string }
  /** No item belongs to the file yet. The file is new, or an item was moved here. */
  | { readonly _tag: "Admit" }
  | { readonly _tag: "Changed"; readonly entityId: string }
  /** The file was missing and has returned, with or without changes. */
  | { readonly _tag: "Found"; readonly entityId: string; readonly isChanged: boolean }

const unchanged: Decision = { _tag: "Unchanged" }

const ignore = (reason: string, isSame: boolean, known: KnownFile | undefined): Decision =>
  isSame && known?.scanResult === "ignored" && known.reason === reason
    ? unchanged
    : { _tag: "Ignore", reason }

const empty = "The file is empty"

/**
 * Returns the decision about a file, given its name, size, time and last scan result. The content may still be rejected
 * later. Pure.
 */
export const decideFile = (file: FoundFile, kind: FileKind, known: KnownFile | undefined): Decision => {
  const isSame = known !== undefined && known.size === file.size && known.mtimeMs === file.mtimeMs
  // A user removed the item at this path on purpose. The path is admitted again only if its file changes.
  if (isSame && known.scanResult === "ignored" && known.reason === REMOVED_BY_HAND) return unchanged
  if (kind._tag === "Ignored") return ignore(kind.reason, isSame, known)
  const isKnownItem = known?.entityId != null
  // An empty file is rejected here, unless it belongs to a known item and a job will probe it. The probe rejects the
  // file with a more precise reason, and runs again once the file has content.
  if (file.size === 0 && !(isKnownItem && kind.claims.every((claim) => claim.kind.isProbed))) {
    return isSame && known.reason === empty ? unchanged : { _tag: "Reject", reason: empty }
  }
  if (isSame && known.scanResult === "failed" && (!isKnownItem || known.reason === empty)) return unchanged
  if (isSame && known.scanResult === "ignored" && isKnownRefusal(kind.claims, known.reason)) return unchanged
  if (!isKnownItem) return { _tag: "Admit" }
  if (!isLiving(known)) return { _tag: "Found", entityId: known.entityId!, isChanged: !isSame }
  return isSame ? unchanged : { _tag: "Changed", entityId: known.entityId! }
}

/** Returns the decision about an entry that is not a file or that could not be examined. Pure. */
export const decideSkipped = (entry: SkippedEntry, known: KnownFile | undefined): Decision => {
  // Keep the state of an item whose file cannot be examined now.
  if (entry.isError && isLiving(known)) return unchanged
  const scanResult = entry.isError ? "failed" : "ignored"
  if (known?.scanResult === scanResult && known.reason === entry.reason) return unchanged
  return { _tag: entry.isError ? "Reject" : "Ignore", reason: entry.reason }
}
