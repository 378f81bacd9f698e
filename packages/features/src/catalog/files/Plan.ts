import type { StreamAppend } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import type { ItemEvent } from "../items/events.ts"
import { recordOf, type Classified, type ScannedRoot } from "./Classify.ts"
import { displayPath } from "@media/disk/DisplayPath"
import type { Entity } from "./Entities.ts"
import type { Move } from "./Moves.ts"
import type { FileRecord } from "./Records.ts"
import type { ScanTally } from "./ScanTally.ts"
import type { FoundFile } from "@media/disk/Walk"

/** Data from the database that is needed to plan a batch. */
export interface Resolved {
  /** The existing items whose files were moved, keyed by the file at the new path. */
  readonly moves: ReadonlyMap<FoundFile, Move>
  /** The current state of the items that the batch changes, keyed by item id. */
  readonly entities: ReadonlyMap<string, Entity>
}

/**
 * A claim that an item is now at a path. At most one present item may have a path. The claim is dropped if another scan
 * has already claimed the path.
 */
export interface PathClaim {
  readonly entityId: string
  readonly relative: Buffer
  readonly how: "added" | "moved" | "found"
}

/** All events and records that a batch writes in one transaction. */
export interface Plan {
  readonly appends: ReadonlyArray<StreamAppend>
  readonly records: ReadonlyArray<FileRecord>
  /** The paths at which items become present. */
  readonly claims: ReadonlyArray<PathClaim>
  readonly forgotten: ReadonlyArray<Buffer>
}

const fileFields = (root: ScannedRoot, file: FoundFile) => ({
  rootId: root.rootId,
  path: displayPath(file.relative),
  pathBytes: file.relative.toString("base64"),
  size: file.size,
  mtimeMs: file.mtimeMs
})

/** Returns the name of the file's folder, or an empty string for a file in the root. */
const folderOf = (relative: Buffer): string => {
  const end = relative.lastIndexOf(0x2f)
  return end < 0 ? "" : nameOf(relative.subarray(0, end))
}
const nameOf = (relative: Buffer): string => displayPath(relative.subarray(relative.lastIndexOf(0x2f) + 1))

/** Plans the events and records of a batch. Pure, except for new ids and the tally. */
export const plan = (
  root: ScannedRoot,
  classified: Classified,
  { entities, moves }: Resolved,
  tally: ScanTally
): Plan => {
  const records = [...classified.records]
  const appends: Array<StreamAppend> = []
  const claims: Array<PathClaim> = []
  const append = (streamId: string, expectedVersion: number, events: ReadonlyArray<ItemEvent>) => {
    if (events.length > 0) appends.push({ streamId, expectedVersion, events })
  }

  for (const { file, kind } of classified.admitted) {
    const move = moves.get(file)
    if (move !== undefined) {
      tally.moved += 1
      records.push(recordOf(file, "moved", null, { id: move.entityId, kind: kind.kind }))
      claims.push({ entityId: move.entityId, relative: file.relative, how: "moved" })
      append(move.entityId, move.version, [
        { _tag: "item.file-moved.v1", libraryId: root.libraryId, ...fileFields(root, file) }
      ])
      continue
    }
    const id = uuidv7()
    claims.push({ entityId: id, relative: file.relative, how: "added" })
    tally.added += 1
    records.push(recordOf(file, "indexed", null, { id, kind: kind.kind }))
    const name = nameOf(file.relative)
    const date = kind.dateOf?.(name, folderOf(file.relative)) ?? null
    append(id, 0, [
      {
        _tag: "item.registered.v1",
        kind: kind.kind,
        libraryId: root.libraryId,
        title: kind.titleOf(name),
        ...(date === null ? {} : { date }),
        ...fileFields(root, file)
      }
    ])
  }
  for (const { entityId, file, isChanged, isFound } of classified.touched) {
    const entity = entities.get(entityId)
    // The library of the item was removed after the batch was classified.
    if (entity === undefined) continue
    if (isChanged) tally.changed += 1
    if (isFound) {
      tally.found += 1
      claims.push({ entityId, relative: file.relative, how: "found" })
    }
    records.push(recordOf(file, "indexed", null, entity))
    append(entityId, entity.version, [
      ...(isFound && entity.isMissing ? [{ _tag: "item.file-found.v1" } as const] : []),
      ...(isChanged
        ? [
            {
              _tag: "item.file-changed.v1",
              kind: entity.kind,
              size: file.size,
              mtimeMs: file.mtimeMs
            } as const
          ]
        : [])
    ])
  }
  for (const { entityId, reason, relative } of classified.withdrawn) {
    const entity = entities.get(entityId)
    const isHere = entity !== undefined && entity.rootId === root.rootId && entity.relative.equals(relative)
    if (!isHere || entity.isMissing) continue
    tally.missing += 1
    append(entityId, entity.version, [{ _tag: "item.file-missing.v1", reason }])
  }
  return { appends, records, claims, forgotten: classified.forgotten }
}
