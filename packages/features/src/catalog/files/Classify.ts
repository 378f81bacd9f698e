import type { Comparison } from "./Compare.ts"
import { fileKindOf, type Claim, type RegisteredKind } from "./FileKind.ts"
import type { ManifestEntry } from "./Manifest.ts"
import type { FileRecord } from "./Records.ts"
import type { ScanTally } from "./ScanTally.ts"
import { needsHead } from "./Sniff.ts"
import { decideFile, decideSkipped, isLiving, type Decision, type KnownFile } from "./ScanResults.ts"
import type { FoundFile } from "@media/disk/Walk"

export interface ScannedRoot {
  readonly libraryId: string
  readonly rootId: string
  readonly path: Buffer
  readonly contents: ReadonlyArray<string>
}

/** A record whose file the scan did not find, because the file is gone or its folder is no longer scanned. */
export interface AbsentEntry {
  readonly entry: ManifestEntry
  readonly scanResult: "missing" | "ignored"
  readonly reason: string
}

export interface Batch extends Pick<Comparison, "files" | "skipped"> {
  readonly absent: ReadonlyArray<AbsentEntry>
}

/** An item whose file can no longer be used, with the reason. */
export interface Withdrawal {
  readonly entityId: string
  readonly relative: Buffer
  readonly reason: string
}

export interface TouchedFile {
  readonly file: FoundFile
  readonly entityId: string
  readonly isChanged: boolean
  readonly isFound: boolean
}

/** A new file and the kind that accepted the file. */
export interface AdmittedFile {
  readonly file: FoundFile
  readonly kind: RegisteredKind
}

/** A new or changed file whose first bytes must be read. */
export interface Candidate {
  readonly file: FoundFile
  readonly known: KnownFile | undefined
  readonly claims: ReadonlyArray<Claim>
  /** The change to the existing item at this path, if there is one. */
  readonly touch: TouchedFile | undefined
}

type Refusal = Extract<Decision, { _tag: "Ignore" | "Reject" }>

/** The classification of a batch, before moved files are recognized among its new files. */
export interface Classified {
  readonly records: Array<FileRecord>
  /** Files whose content must be read first. `recognizeCandidates` moves each file to another list. */
  readonly candidates: Array<Candidate>
  readonly admitted: Array<AdmittedFile>
  readonly touched: Array<TouchedFile>
  readonly withdrawn: Array<Withdrawal>
  /** Paths whose records can be deleted. */
  readonly forgotten: Array<Buffer>
}

export const recordOf = (
  file: FoundFile,
  scanResult: FileRecord["scanResult"],
  reason: string | null,
  entity: { readonly id: string; readonly kind: string } | null
): FileRecord => ({
  relative: file.relative,
  kind: "file",
  size: file.size,
  mtimeMs: file.mtimeMs,
  scanResult,
  reason,
  entityId: entity?.id ?? null,
  entityKind: entity?.kind ?? null
})

const touchOf = (file: FoundFile, decision: Decision): TouchedFile | undefined => {
  if (decision._tag === "Changed")
    return { file, entityId: decision.entityId, isChanged: true, isFound: false }
  if (decision._tag !== "Found") return undefined
  return { file, entityId: decision.entityId, isChanged: decision.isChanged, isFound: true }
}

/** Accepts a file as an item of `kind`: registers a new item, or records the change to the existing item. */
export const accept = (result: Classified, { file, touch }: Candidate, kind: RegisteredKind): void => {
  if (touch === undefined) result.admitted.push({ file, kind })
  else result.touched.push(touch)
}

/** Records that a file is skipped or unusable, and marks its item as missing. */
export const refuse = (
  result: Classified,
  { file, known }: Pick<Candidate, "file" | "known">,
  decision: Refusal,
  tally: ScanTally
): void => {
  const isIgnored = decision._tag === "Ignore"
  tally[isIgnored ? "ignored" : "failed"] += 1
  settle(result, decision, recordOf(file, isIgnored ? "ignored" : "failed", decision.reason, null), known)
}

const settle = (
  result: Classified,
  decision: Refusal,
  record: Omit<FileRecord, "scanResult" | "reason">,
  known: KnownFile | undefined
): void => {
  const scanResult = decision._tag === "Reject" ? "failed" : "ignored"
  const { reason } = decision
  result.records.push({ ...record, scanResult, reason })
  if (known !== undefined && known.entityId !== null && isLiving(known)) {
    result.withdrawn.push({ entityId: known.entityId, relative: record.relative, reason })
  }
}

const classifyFile = (
  root: ScannedRoot,
  { file, hasSibling, hasVideo, known }: Batch["files"][number],
  result: Classified,
  tally: ScanTally
): void => {
  const knownKind = known?.entityId == null ? undefined : (known.entityKind ?? undefined)
  const kind = fileKindOf(file.name, { contents: root.contents, hasSibling, hasVideo, knownKind })
  const decision = decideFile(file, kind, known)
  switch (decision._tag) {
    case "Unchanged":
      tally.unchanged += 1
      break
    case "Ignore":
    case "Reject":
      refuse(result, { file, known }, decision, tally)
      break
    default: {
      const claims = kind._tag === "Media" ? kind.claims : []
      const candidate = { file, known, claims, touch: touchOf(file, decision) }
      const isDecided = !needsHead(claims) || candidate.touch?.isChanged === false
      if (isDecided) accept(result, candidate, claims[0]!.kind)
      else result.candidates.push(candidate)
    }
  }
}

const classifySkipped = (
  { entry, known }: Batch["skipped"][number],
  result: Classified,
  tally: ScanTally
): void => {
  const decision = decideSkipped(entry, known)
  if (decision._tag !== "Ignore" && decision._tag !== "Reject") return
  if (entry.kind !== "folder") tally[decision._tag === "Ignore" ? "ignored" : "failed"] += 1
  const { kind, relative } = entry
  settle(
    result,
    decision,
    { relative, kind, size: null, mtimeMs: null, entityId: null, entityKind: null },
    known
  )
}

const classifyAbsent = ({ entry, reason, scanResult }: AbsentEntry, result: Classified): void => {
  const { entityId, entityKind, kind, mtimeMs, relative, size } = entry
  if (entityId === null) {
    result.forgotten.push(relative)
    return
  }
  // The item of a missing file stays missing if the folder is now ignored.
  const isSettled =
    entry.scanResult === "missing" || (entry.scanResult === scanResult && entry.reason === reason)
  if (isSettled) return
  result.records.push({ relative, kind, size, mtimeMs, scanResult, reason, entityId, entityKind })
  if (isLiving(entry)) result.withdrawn.push({ entityId, relative, reason })
}

/**
 * Sorts the files of a batch into lists, by what must be done with each file. Pure, except that it updates the tally.
 */
export const classify = (root: ScannedRoot, batch: Batch, tally: ScanTally): Classified => {
  const result: Classified = {
    records: [],
    candidates: [],
    admitted: [],
    touched: [],
    withdrawn: [],
    forgotten: []
  }
  for (const found of batch.files) classifyFile(root, found, result, tally)
  for (const skipped of batch.skipped) classifySkipped(skipped, result, tally)
  for (const absent of batch.absent) classifyAbsent(absent, result)
  return result
}
