import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { enqueue, type Enqueue } from "@media/jobs/Enqueue"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isOwnBatch } from "../../catalog/items/ownBatch.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount } from "../../platform/access/Command.ts"
import { itemDecider } from "../../catalog/items/decider.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { removeItems } from "../../library/trash/commands.ts"
import { probeOf } from "../../media/videos/policy.ts"
import { type ItemsChanged, type ItemTarget, mostFailuresListed } from "./contract.ts"
import { reasonOf } from "./edit.ts"
import { itemsOfTarget, type TargetBatch, type TargetItem } from "./queries.ts"

/** The outcome for one item: true if it changed, or the reason why it was rejected. */
type Outcome = Either.Either<boolean, string>

interface Act<Refusal, E, R> {
  readonly principal: Principal
  readonly target: ItemTarget
  /**
   * Checks the caller's permission, using the first visible item. Not called if the caller may see none of the items.
   */
  readonly allow: (subject: { readonly id: string }) => Effect.Effect<void, Refusal>
  /** Returns one outcome per item, in the order of the items. */
  readonly run: (
    items: ReadonlyArray<TargetItem>,
    meta: EventMeta & { readonly batchId: string }
  ) => Effect.Effect<ReadonlyArray<Outcome>, E, R>
}

/** Reads the items of a target and changes each item. Continues after a rejected item. A dry run changes no items. */
const actOn = <Refusal, E, R>({ allow, principal, run, target }: Act<Refusal, E, R>) =>
  Effect.gen(function* () {
    const batch = yield* itemsOfTarget(principal, target)
    const given = target.batchId
    const batchId = given !== undefined && (yield* isOwnBatch(principal, given)) ? given : uuidv7()
    const [first] = batch.items
    if (first !== undefined) yield* allow(first)
    if (target.dryRun === true || first === undefined) return summarize(batch, batchId, [])
    const outcomes = yield* run(batch.items, { ...byAccount(principal), batchId })
    return summarize(batch, batchId, outcomes)
  })

/**
 * Returns the summary of the outcomes. Unknown items count as failed. `outcomes` is empty for a dry run, and if the
 * caller may see none of the items.
 */
const summarize = (
  { items, matched, next, unknown }: TargetBatch,
  batchId: string,
  outcomes: ReadonlyArray<Outcome>
): ItemsChanged => {
  const failed = [
    ...unknown.map((id) => ({ id, title: null, message: new NotFound({ what: "item" }).message })),
    ...outcomes.flatMap((outcome, index) => {
      const { id, title } = items[index]!
      return Either.isLeft(outcome) ? [{ id, title, message: outcome.left }] : []
    })
  ]
  const changed = outcomes.filter((outcome) => Either.isRight(outcome) && outcome.right).length
  return {
    batchId,
    matched,
    changed,
    unchanged: outcomes.length - changed - (failed.length - unknown.length),
    failedCount: failed.length,
    failed: failed.slice(0, mostFailuresListed),
    next
  }
}

const toOutcome = Either.mapBoth({
  onLeft: reasonOf,
  onRight: (events: ReadonlyArray<unknown>) => events.length > 0
})

/**
 * Functions that create the job for examining an item again, keyed by kind. Items of other kinds cannot be examined
 * again.
 */
const examinations: { readonly [Kind in ItemKind]?: (id: string, label: string, by: string) => Enqueue } = {
  video: probeOf
}

const cannotExamine = ({ kind, status }: TargetItem): string | undefined => {
  if (examinations[kind] === undefined) return "Files of this kind are not examined."
  return status === "missing" ? "The file is missing. Scan its library first." : undefined
}

/**
 * Queues another examination of many files. Only administrators may do so. Items that are already queued count as
 * unchanged.
 */
export const examineItems = Effect.fn("bulk.examine")((principal: Principal, target: ItemTarget) =>
  actOn({
    principal,
    target,
    allow: (subject) => Access.require(principal, "examine-item", subject),
    run: (items, meta) =>
      Effect.gen(function* () {
        const store = yield* EventStore
        const possible = items.filter((item) => cannotExamine(item) === undefined)
        const asked = yield* store.executeMany({
          decider: itemDecider,
          commands: possible.map(({ id }) => ({ streamId: id, command: { _tag: "RequestProbe" } as const })),
          meta
        })
        const accepted = possible.filter((_item, index) => Either.isRight(asked[index]!))
        const queued = yield* enqueue(
          accepted.map(({ id, kind, path }) => ({
            ...examinations[kind]!(id, path, "manual"),
            batchId: meta.batchId
          }))
        )
        const outcomes = new Map<string, Outcome>([
          ...possible.map(({ id }, index) => [id, toOutcome(asked[index]!)] as const),
          ...accepted.map(({ id }, index) => [id, Either.right(queued[index]!.isNew)] as const)
        ])
        return items.map((item) => outcomes.get(item.id) ?? Either.left(cannotExamine(item) ?? ""))
      }).pipe(transaction)
  })
)

/** Moves many items to the trash. Only administrators may do so. A job then moves the files. */
export const removeMany = Effect.fn("bulk.remove")(
  (principal: Principal, target: ItemTarget, withFile: boolean) =>
    actOn({
      principal,
      target,
      allow: (subject) => Access.require(principal, "remove-item", subject),
      run: (items, { batchId }) =>
        removeItems(
          principal,
          items.map(({ id }) => id),
          { withFile, batchId }
        )
    })
)
