import { EventStore } from "@media/event-store/EventStore"
import { VersionConflict } from "@media/event-store/errors"
import { PermanentFailure } from "@media/jobs/Failures"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { classify, recordOf, type Batch, type Classified, type ScannedRoot } from "./Classify.ts"
import { entitiesOf, livingAt, type Entity } from "./Entities.ts"
import { findMoves } from "./Moves.ts"
import { keyOf } from "./PathHashes.ts"
import { plan, type PathClaim, type Plan } from "./Plan.ts"
import { recognizeCandidates } from "./Recognize.ts"
import { forgetFiles, forgetOtherPaths, lockRoot, saveRecords, type PresentItem } from "./Records.ts"
import type { ScanTally } from "./ScanTally.ts"

/**
 * Assigns files without a record to the present items at their paths. The records of these files were lost, but the
 * items still exist.
 */
const adopt = (classified: Classified, living: ReadonlyMap<string, Entity>, tally: ScanTally) => {
  for (const admitted of classified.admitted.splice(0)) {
    const { file } = admitted
    const entity = living.get(keyOf(file.relative))
    if (entity === undefined) classified.admitted.push(admitted)
    else if (entity.size === file.size && entity.mtimeMs === file.mtimeMs) {
      tally.unchanged += 1
      classified.records.push(recordOf(file, "indexed", null, entity))
    } else classified.touched.push({ file, entityId: entity.id, isChanged: true, isFound: false })
  }
}

/**
 * Returns the claims whose path now belongs to a different item (`owner`). Keyed by the id of the item that lost the
 * path.
 */
const lostClaims = (
  claims: Plan["claims"],
  present: ReadonlyMap<string, PresentItem>
): ReadonlyMap<string, PathClaim & { readonly owner: PresentItem }> =>
  new Map(
    claims.flatMap((claim) => {
      const owner = present.get(keyOf(claim.relative))
      return owner === undefined || owner.id === claim.entityId
        ? []
        : [[claim.entityId, { ...claim, owner }] as const]
    })
  )

const commit = (root: ScannedRoot, { appends, claims, forgotten, records }: Plan, tally: ScanTally) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const present = yield* lockRoot(
      root.rootId,
      claims.map(({ relative }) => relative)
    )
    if (present === undefined)
      return yield* new PermanentFailure({ message: "The folder was removed from its library" })
    const lost = lostClaims(claims, present)
    for (const { how } of lost.values()) tally[how] -= 1
    yield* store.append(
      appends.filter(({ streamId }) => !lost.has(streamId)),
      { cause: "scan" }
    )
    yield* saveRecords(
      root.rootId,
      records.flatMap((record) => {
        const claim = record.entityId === null ? undefined : lost.get(record.entityId)
        if (claim === undefined) return [record]
        // A different item (`owner`) is already present at this path. If the file would have restored a missing item,
        // record the path for `owner` without a size, so that the next scan examines the file again. Otherwise, record
        // nothing, because another scan has already recorded the path.
        const { id, kind } = claim.owner
        return claim.how === "found"
          ? [{ ...record, size: null, mtimeMs: null, entityId: id, entityKind: kind }]
          : []
      })
    )
    yield* forgetOtherPaths(
      root.rootId,
      claims.filter(({ entityId, how }) => how === "moved" && !lost.has(entityId))
    )
    yield* forgetFiles(root.rootId, forgotten)
  })

const attempt = (root: ScannedRoot, batch: Batch, tally: ScanTally) =>
  Effect.gen(function* () {
    const classified = classify(root, batch, tally)
    yield* recognizeCandidates(root, classified, tally)
    const paths = classified.admitted.map(({ file }) => file.relative)
    adopt(classified, yield* livingAt(root.rootId, paths), tally)
    const moves = yield* findMoves(root.path, classified.admitted)
    const entities = yield* entitiesOf([
      ...classified.touched.map(({ entityId }) => entityId),
      ...classified.withdrawn.map(({ entityId }) => entityId)
    ])
    const planned = plan(root, classified, { moves, entities }, tally)
    const { appends, forgotten, records } = planned
    if (appends.length === 0 && records.length === 0 && forgotten.length === 0) return
    yield* transaction(commit(root, planned, tally))
  })

/**
 * Ingests one batch of files: classifies them, reads their first bytes if necessary, finds moved files, and writes
 * events and records in one transaction. Unchanged files cause no writes. A batch is retried up to three times if its
 * items change before the transaction commits.
 */
export const ingestBatch = Effect.fn("scan.ingestBatch")(
  (root: ScannedRoot, batch: Batch, tally: ScanTally) =>
    Effect.suspend(() => {
      const counted = { ...tally }
      return Effect.tap(attempt(root, batch, counted), () => Effect.sync(() => Object.assign(tally, counted)))
    }).pipe(Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))
)
