import * as Effect from "effect/Effect"
import type { Contents } from "../../libraries/contract.ts"
import type { Comparison } from "./Compare.ts"
import { fileKindOf } from "./FileKind.ts"
import type { ManifestEntry } from "./Manifest.ts"
import type { FileRecord } from "./Records.ts"
import type { ScanTally } from "../ScanTally.ts"
import { rejectReason } from "./Sniff.ts"
import { decideFile, decideSkipped, isLiving, type Decision, type KnownFile } from "./Verdicts.ts"
import type { FoundFile } from "../walk/Walk.ts"

export interface ScannedRoot {
  readonly libraryId: string
  readonly rootId: string
  readonly path: Buffer
  readonly contents: ReadonlyArray<Contents>
}

/** Recorded once and no longer to be found: gone, or in a folder that is no longer scanned. */
export interface AbsentEntry {
  readonly entry: ManifestEntry
  readonly verdict: "missing" | "ignored"
  readonly reason: string
}

export interface Batch extends Pick<Comparison, "files" | "skipped"> {
  readonly absent: ReadonlyArray<AbsentEntry>
}

/** An entity whose file can no longer be used, and why. */
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

/** What a batch means, before it is known which new files have moved. */
export interface Classified {
  readonly records: Array<FileRecord>
  readonly admitted: Array<FoundFile>
  readonly touched: Array<TouchedFile>
  readonly withdrawn: Array<Withdrawal>
  /** Paths whose records are of no use any more. */
  readonly forgotten: Array<Buffer>
}

export const recordOf = (
  file: FoundFile,
  verdict: FileRecord["verdict"],
  reason: string | null,
  entityId: string | null
): FileRecord => ({
  relative: file.relative,
  kind: "file",
  size: file.size,
  mtimeMs: file.mtimeMs,
  verdict,
  reason,
  entityId
})

const settle = (
  result: Classified,
  decision: Extract<Decision, { _tag: "Ignore" | "Reject" }>,
  record: Omit<FileRecord, "verdict" | "reason">,
  known: KnownFile | undefined
): void => {
  const verdict = decision._tag === "Reject" ? "failed" : "ignored"
  const { reason } = decision
  result.records.push({ ...record, verdict, reason })
  if (known !== undefined && known.entityId !== null && isLiving(known)) {
    result.withdrawn.push({ entityId: known.entityId, relative: record.relative, reason })
  }
}

const classifyFile = (
  root: ScannedRoot,
  { file, hasSibling, known }: Batch["files"][number],
  result: Classified,
  tally: ScanTally
) =>
  Effect.gen(function* () {
    const isKnown = known?.entityId != null
    const kind = fileKindOf(file.name, { contents: root.contents, hasSibling, isKnown })
    const decision = decideFile(file, kind, known)
    const ignore = (reason: string) => {
      tally.ignored += 1
      settle(result, { _tag: "Ignore", reason }, recordOf(file, "ignored", reason, null), known)
    }
    switch (decision._tag) {
      case "Unchanged":
        tally.unchanged += 1
        break
      case "Ignore":
        ignore(decision.reason)
        break
      case "Reject":
        tally.failed += 1
        settle(result, decision, recordOf(file, "failed", decision.reason, null), known)
        break
      case "Changed":
        result.touched.push({ file, entityId: decision.entityId, isChanged: true, isFound: false })
        break
      case "Found":
        result.touched.push({
          file,
          entityId: decision.entityId,
          isChanged: decision.isChanged,
          isFound: true
        })
        break
      case "Admit": {
        const reason = yield* rejectReason(root.path, file, kind)
        if (reason === undefined) result.admitted.push(file)
        else ignore(reason)
      }
    }
  })

const classifySkipped = (
  { entry, known }: Batch["skipped"][number],
  result: Classified,
  tally: ScanTally
): void => {
  const decision = decideSkipped(entry, known)
  if (decision._tag !== "Ignore" && decision._tag !== "Reject") return
  if (entry.kind !== "folder") tally[decision._tag === "Ignore" ? "ignored" : "failed"] += 1
  const { kind, relative } = entry
  settle(result, decision, { relative, kind, size: null, mtimeMs: null, entityId: null }, known)
}

const classifyAbsent = ({ entry, reason, verdict }: AbsentEntry, result: Classified): void => {
  const { entityId, kind, mtimeMs, relative, size } = entry
  if (entityId === null) {
    result.forgotten.push(relative)
    return
  }
  // A file that was gone before its folder was left out is still gone.
  const isSettled = entry.verdict === "missing" || (entry.verdict === verdict && entry.reason === reason)
  if (isSettled) return
  result.records.push({ relative, kind, size, mtimeMs, verdict, reason, entityId })
  if (isLiving(entry)) result.withdrawn.push({ entityId, relative, reason })
}

/** Sorts a batch by what has to be done. Reads the first bytes of files whose name means several things. */
export const classify = Effect.fn("scan.classify")(function* (
  root: ScannedRoot,
  batch: Batch,
  tally: ScanTally
) {
  const result: Classified = { records: [], admitted: [], touched: [], withdrawn: [], forgotten: [] }
  for (const found of batch.files) yield* classifyFile(root, found, result, tally)
  for (const skipped of batch.skipped) classifySkipped(skipped, result, tally)
  for (const absent of batch.absent) classifyAbsent(absent, result)
  return result
})
