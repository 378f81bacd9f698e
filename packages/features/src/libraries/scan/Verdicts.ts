import type { FileKind } from "./FileKind.ts"
import type { FoundFile } from "./Walk.ts"

/** What the scanner noted about a path last time. */
export interface KnownFile {
  readonly size: number | null
  readonly mtimeMs: number | null
  readonly verdict: string
  readonly reason: string | null
  readonly entityId: string | null
}

export type FileDecision =
  /** As last time: costs nothing, writes nothing. */
  | { readonly _tag: "Unchanged" }
  | { readonly _tag: "Ignore"; readonly reason: string }
  | { readonly _tag: "Reject"; readonly reason: string }
  /** No entity stands for it yet: it is new, or another one moved here. */
  | { readonly _tag: "Admit" }
  | { readonly _tag: "Changed"; readonly entityId: string }
  /** It was missing and is back, as it was or changed. */
  | { readonly _tag: "Found"; readonly entityId: string; readonly isChanged: boolean }

/** The verdict on one file, from its name, its numbers and the last verdict. Pure. */
export const decideFile = (file: FoundFile, kind: FileKind, known: KnownFile | undefined): FileDecision => {
  const isSame = known !== undefined && known.size === file.size && known.mtimeMs === file.mtimeMs
  if (kind._tag === "Ignored") {
    return isSame && known.verdict === "ignored" && known.reason === kind.reason
      ? { _tag: "Unchanged" }
      : { _tag: "Ignore", reason: kind.reason }
  }
  if (kind.contents !== "videos") {
    const reason = `Scanning ${kind.contents} is the work of their own queue`
    return isSame && known.reason === reason ? { _tag: "Unchanged" } : { _tag: "Ignore", reason }
  }
  if (known?.entityId != null) {
    if (known.verdict === "missing") return { _tag: "Found", entityId: known.entityId, isChanged: !isSame }
    return isSame ? { _tag: "Unchanged" } : { _tag: "Changed", entityId: known.entityId }
  }
  if (file.size === 0) {
    const reason = "The file is empty"
    return isSame && known.reason === reason ? { _tag: "Unchanged" } : { _tag: "Reject", reason }
  }
  return isSame && known.verdict === "failed" ? { _tag: "Unchanged" } : { _tag: "Admit" }
}
