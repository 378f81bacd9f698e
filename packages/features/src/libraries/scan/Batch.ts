import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore, type StreamAppend } from "@media/event-store/EventStore"
import { PermanentFailure } from "@media/jobs/Failures"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { VideoEvent } from "../../videos/events.ts"
import { titleOf } from "../../videos/title.ts"
import type { Contents } from "../contract.ts"
import { fileKindOf } from "./FileKind.ts"
import {
  displayPath,
  forgetFiles,
  forgetOtherPlaces,
  lockRoot,
  pathHash,
  writeNotes,
  type ManifestEntry,
  type Note
} from "./Manifest.ts"
import { findMoves } from "./Moves.ts"
import type { ScanTally } from "./ScanTally.ts"
import { contradiction } from "./Sniff.ts"
import { decideFile } from "./Verdicts.ts"
import { joinBytes, type FoundFile } from "./Walk.ts"

export interface ScannedRoot {
  readonly libraryId: string
  readonly rootId: string
  readonly path: Buffer
  readonly contents: ReadonlyArray<Contents>
}

export interface Batch {
  readonly files: ReadonlyArray<{ readonly file: FoundFile; readonly known: ManifestEntry | undefined }>
  readonly oddities: ReadonlyArray<{
    readonly relative: Buffer
    readonly reason: string
    readonly isError: boolean
  }>
  /** Noted once, and not there any more although their folder was read. */
  readonly gone: ReadonlyArray<ManifestEntry>
}

const VersionRow = Schema.Struct({
  id: Schema.String,
  version: Schema.Number,
  status: Schema.String,
  root_id: Schema.String,
  path_bytes: Schema.Any
})

const versionsOf = Effect.fn("scan.versionsOf")(function* (ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, typeof VersionRow.Type>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(VersionRow)(sql`
    select id, version, status, root_id, path_bytes from videos where id = any(${ids as Array<string>}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
})

const fileFields = (root: ScannedRoot, file: FoundFile) => ({
  rootId: root.rootId,
  path: displayPath(file.relative),
  pathBytes: file.relative.toString("base64"),
  size: file.size,
  mtimeMs: file.mtimeMs
})

/**
 * Takes one batch in: verdicts, events and notes, in one transaction. Files as they were last time write nothing.
 * Fails with `VersionConflict` when a video changed meanwhile; the caller takes the batch again.
 */
export const takeIn = Effect.fn("scan.takeIn")(function* (root: ScannedRoot, batch: Batch, tally: ScanTally) {
  const store = yield* EventStore
  const notes: Array<Note> = []
  const streams = new Map<string, string>()
  const admitted: Array<FoundFile> = []
  const touched: Array<{ file: FoundFile; entityId: string; isChanged: boolean; wasMissing: boolean }> = []
  const note = (file: FoundFile, verdict: Note["verdict"], reason: string | null, entityId: string | null) =>
    notes.push({ relative: file.relative, size: file.size, mtimeMs: file.mtimeMs, verdict, reason, entityId })

  for (const { file, known } of batch.files) {
    const decision = decideFile(file, fileKindOf(file.name, root.contents), known)
    switch (decision._tag) {
      case "Unchanged":
        tally.unchanged += 1
        break
      case "Ignore":
        tally.ignored += 1
        note(file, "ignored", decision.reason, null)
        break
      case "Reject":
        tally.failed += 1
        note(file, "failed", decision.reason, null)
        break
      case "Changed":
        touched.push({ file, entityId: decision.entityId, isChanged: true, wasMissing: false })
        break
      case "Found":
        touched.push({ file, entityId: decision.entityId, isChanged: decision.isChanged, wasMissing: true })
        break
      case "Admit": {
        const reason = yield* Effect.promise(() =>
          contradiction(joinBytes(root.path, file.relative), file.name)
        )
        if (reason === undefined) admitted.push(file)
        else {
          tally.ignored += 1
          note(file, "ignored", reason, null)
        }
      }
    }
  }
  for (const { isError, reason, relative } of batch.oddities) {
    if (isError) tally.failed += 1
    else tally.ignored += 1
    notes.push({
      relative,
      size: null,
      mtimeMs: null,
      verdict: isError ? "failed" : "ignored",
      reason,
      entityId: null
    })
  }

  const moves = yield* findMoves(root.path, admitted)
  const goneEntities = batch.gone.filter(
    ({ entityId, verdict }) => entityId !== null && verdict !== "missing"
  )
  const versions = yield* versionsOf([
    ...touched.map(({ entityId }) => entityId),
    ...goneEntities.map(({ entityId }) => entityId as string)
  ])
  const appends: Array<StreamAppend> = []
  const append = (streamId: string, expectedVersion: number, events: ReadonlyArray<VideoEvent>) =>
    appends.push({ streamId, expectedVersion, events })

  const keyOf = (relative: Buffer) => pathHash(relative).toString("hex")
  for (const file of admitted) {
    const move = moves.get(file)
    if (move !== undefined) {
      tally.moved += 1
      note(file, "moved", null, move.entityId)
      append(move.entityId, move.version, [
        { _tag: "video.file-moved.v1", libraryId: root.libraryId, ...fileFields(root, file) }
      ])
      continue
    }
    const id = uuidv7()
    streams.set(id, keyOf(file.relative))
    tally.added += 1
    note(file, "indexed", null, id)
    append(id, 0, [
      {
        _tag: "video.registered.v1",
        libraryId: root.libraryId,
        title: titleOf(displayPath(Buffer.from(file.name))),
        ...fileFields(root, file)
      }
    ])
  }
  for (const { entityId, file, isChanged, wasMissing } of touched) {
    const row = versions.get(entityId)
    // The entity was forgotten (its library was removed and made anew): the file is met again next time.
    if (row === undefined) continue
    if (isChanged) tally.changed += 1
    if (wasMissing) tally.found += 1
    note(file, "indexed", null, entityId)
    append(entityId, row.version, [
      ...(wasMissing ? [{ _tag: "video.file-found.v1" } as const] : []),
      ...(isChanged
        ? [{ _tag: "video.file-changed.v1", size: file.size, mtimeMs: file.mtimeMs } as const]
        : [])
    ])
  }
  for (const entry of goneEntities) {
    const row = versions.get(entry.entityId as string)
    const isElsewhere =
      row !== undefined && !(entry.relative.equals(row.path_bytes as Buffer) && row.root_id === root.rootId)
    if (row === undefined || isElsewhere) continue
    tally.missing += 1
    notes.push({ ...entry, verdict: "missing", reason: "The file is no longer there" })
    if (row.status !== "missing") append(row.id, row.version, [{ _tag: "video.file-missing.v1" }])
  }

  const goneFiles = batch.gone.filter(({ entityId }) => entityId === null).map(({ relative }) => relative)
  if (appends.length === 0 && notes.length === 0 && goneFiles.length === 0) return
  yield* transaction(
    Effect.gen(function* () {
      const taken = yield* lockRoot(
        root.rootId,
        admitted.map(({ relative }) => relative)
      )
      if (taken === undefined) return yield* new PermanentFailure({ message: "The root was removed" })
      // Another scan of this root met the same new file first.
      const isFresh = ({ streamId }: StreamAppend) => !taken.has(streams.get(streamId) ?? "")
      tally.added -= appends.filter((append) => !isFresh(append)).length
      yield* store.append(appends.filter(isFresh), { cause: "scan" })
      yield* writeNotes(
        root.rootId,
        taken.size === 0 ? notes : notes.filter(({ relative }) => !taken.has(keyOf(relative)))
      )
      yield* forgetOtherPlaces(
        root.rootId,
        [...moves].map(([file, { entityId }]) => ({ entityId, relative: file.relative }))
      )
      yield* forgetFiles(root.rootId, goneFiles)
    })
  )
})
