import { EventStore } from "@media/event-store/EventStore"
import { VersionConflict } from "@media/event-store/errors"
import { PermanentFailure } from "@media/jobs/Failures"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { classify, recordOf, type Batch, type Classified, type ScannedRoot } from "./Classify.ts"
import { entitiesOf, livingAt, type Entity } from "./Entities.ts"
import { findMoves } from "./Moves.ts"
import { keyOf } from "./PathHashes.ts"
import { plan, type Plan } from "./Plan.ts"
import { forgetFiles, forgetOtherPlaces, lockRoot, saveRecords } from "./Records.ts"
import type { ScanTally } from "../ScanTally.ts"

/** Files without a record whose path stands for a living entity: the records were lost, the entity stays. */
const adopt = (classified: Classified, living: ReadonlyMap<string, Entity>, tally: ScanTally) => {
  const admitted = classified.admitted.splice(0)
  for (const file of admitted) {
    const entity = living.get(keyOf(file.relative))
    if (entity === undefined) classified.admitted.push(file)
    else if (entity.size === file.size && entity.mtimeMs === file.mtimeMs) {
      tally.unchanged += 1
      classified.records.push(recordOf(file, "indexed", null, entity.id))
    } else classified.touched.push({ file, entityId: entity.id, isChanged: true, isFound: false })
  }
}

const commit = (root: ScannedRoot, { appends, created, forgotten, moved, records }: Plan, tally: ScanTally) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    // Every path that this batch makes an entity of, moved ones as well: another scan may have met it first.
    const taken = yield* lockRoot(root.rootId, [
      ...records.filter(({ relative }) => created.has(keyOf(relative))).map(({ relative }) => relative),
      ...moved.map(({ relative }) => relative)
    ])
    if (taken === undefined) return yield* new PermanentFailure({ message: "The root was removed" })
    const lost = new Set<string>()
    for (const [key, streamId] of created) if (taken.has(key)) lost.add(streamId)
    for (const { entityId, relative } of moved) if (taken.has(keyOf(relative))) lost.add(entityId)
    tally.added -= [...created.values()].filter((id) => lost.has(id)).length
    tally.moved -= moved.filter(({ entityId }) => lost.has(entityId)).length
    yield* store.append(
      appends.filter(({ streamId }) => !lost.has(streamId)),
      { cause: "scan" }
    )
    yield* saveRecords(
      root.rootId,
      lost.size === 0 ? records : records.filter(({ entityId }) => entityId === null || !lost.has(entityId))
    )
    yield* forgetOtherPlaces(
      root.rootId,
      moved.filter(({ entityId }) => !lost.has(entityId))
    )
    yield* forgetFiles(root.rootId, forgotten)
  })

const attempt = (root: ScannedRoot, batch: Batch, tally: ScanTally) =>
  Effect.gen(function* () {
    const classified = yield* classify(root, batch, tally)
    const places = classified.admitted.map(({ relative }) => relative)
    adopt(classified, yield* livingAt(root.rootId, places), tally)
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
 * Ingests one batch: classify, resolve moves, plan, commit. Events and records are written in one transaction; files as
 * they were last time write nothing. A batch whose videos were changed meanwhile is done again, three times at most.
 */
export const ingestBatch = Effect.fn("scan.ingestBatch")(
  (root: ScannedRoot, batch: Batch, tally: ScanTally) =>
    Effect.suspend(() => {
      const counted = { ...tally }
      return Effect.tap(attempt(root, batch, counted), () => Effect.sync(() => Object.assign(tally, counted)))
    }).pipe(Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict }))
)
