import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { VersionConflict } from "@media/event-store/errors"
import { enqueue, type Enqueue } from "@media/jobs/Enqueue"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isOwnBatch } from "../../catalog/items/ownBatch.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, changedMeanwhile } from "../../platform/access/Command.ts"
import { itemDecider } from "../../catalog/items/decider.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { removeItems } from "../../library/trash/commands.ts"
import { forgetProgressOfMany } from "../../catalog/user-items/commands.ts"
import { userItemDecider, type UserItemCommand } from "../../catalog/user-items/decider.ts"
import { userItemStream } from "../../catalog/user-items/stream.ts"
import { probeOf } from "../../media/videos/policy.ts"
import {
  type ItemsChanged,
  type ItemsEditChanges,
  type ItemTarget,
  mostFailuresListed,
  type UserStateChanges
} from "./contract.ts"
import { changeRelated } from "./related.ts"
import { itemsOfTarget, type TargetBatch, type TargetItem } from "./queries.ts"

/** The outcome for one item: whether it changed, or why not. */
type Outcome = Either.Either<boolean, string>

/** The rule, plugin or job that acts for the account, and the batch of its events. */
export interface BulkOrigin extends Pick<EventMeta, "cause" | "rule" | "plugin" | "follows"> {
  readonly batchId: string
}

interface Act<Refusal, E, R> {
  readonly principal: Principal
  readonly origin?: BulkOrigin | undefined
  readonly target: ItemTarget
  /** Checked once there is an item that the caller sees. */
  readonly allow: (subject: { readonly id: string }) => Effect.Effect<void, Refusal>
  /** One outcome per item, in order. */
  readonly run: (
    items: ReadonlyArray<TargetItem>,
    meta: EventMeta & { readonly batchId: string }
  ) => Effect.Effect<ReadonlyArray<Outcome>, E, R>
}

/** Reads the items of a target and acts on all of them in one transaction; a rejected one does not stop the others. */
const actOn = <Refusal, E, R>({ allow, origin, principal, run, target }: Act<Refusal, E, R>) =>
  Effect.gen(function* () {
    const batch = yield* itemsOfTarget(principal, target)
    const given = target.batchId
    const batchId =
      origin?.batchId ?? (given !== undefined && (yield* isOwnBatch(principal, given)) ? given : uuidv7())
    const [first] = batch.items
    if (first !== undefined) yield* allow(first)
    if (target.dryRun === true || first === undefined) return summarize(batch, batchId, [])
    const outcomes = yield* run(batch.items, { ...byAccount(principal), ...origin, batchId })
    return summarize(batch, batchId, outcomes)
  })

/** Without outcomes nothing was done, and only unknown items have failed. */
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

/** The reason for people, without the error's stream ids. */
const reasonOf = (refusal: { readonly message: string }): string =>
  refusal instanceof VersionConflict ? changedMeanwhile : refusal.message

const toOutcome = Either.mapBoth({
  onLeft: reasonOf,
  onRight: (events: ReadonlyArray<unknown>) => events.length > 0
})

/** Fields that differ from item to item, so that no request sets them for many. */
export interface OneItemChanges {
  readonly title?: string | undefined
  readonly details?: string | null | undefined
}

/** Edits many items of any kind: for administrators. */
export const editItems = Effect.fn("bulk.edit")(
  (
    principal: Principal,
    target: ItemTarget,
    { performers, studio, tags, ...changes }: ItemsEditChanges & OneItemChanges,
    origin?: BulkOrigin
  ) =>
    actOn({
      ...{ principal, target, origin },
      allow: (subject) => Access.require(principal, "edit-item", subject),
      run: (items, meta) =>
        Effect.gen(function* () {
          const store = yield* EventStore
          const edited = yield* store.executeMany({
            decider: itemDecider,
            commands: items.map(({ id }) => ({ streamId: id, command: { _tag: "Edit", changes } as const })),
            meta
          })
          const ids = items.map(({ id }) => id)
          const related = yield* changeRelated(principal, ids, { performers, studio, tags }, meta)
          return items.map((_item, index): Outcome =>
            Either.map(
              Either.all([toOutcome(edited[index]!), Either.mapLeft(related[index]!, reasonOf)]),
              ([one, other]) => one || other
            )
          )
        }).pipe(transaction)
    })
)

const commandsOf = (
  accountId: string,
  itemId: string,
  { isFavorite, isWatched, rating }: UserStateChanges
): ReadonlyArray<UserItemCommand> => [
  ...(isFavorite === undefined ? [] : [{ _tag: "SetFavorite" as const, accountId, itemId, isFavorite }]),
  ...(rating === undefined ? [] : [{ _tag: "Rate" as const, accountId, itemId, rating }]),
  ...(isWatched === undefined ? [] : [{ _tag: "SetWatched" as const, accountId, itemId, isWatched }])
]

/** Sets the caller's state for many items, including watched. */
export const setUserState = Effect.fn("bulk.setUserState")(
  (principal: Principal, target: ItemTarget, changes: UserStateChanges, origin?: BulkOrigin) =>
    actOn({
      ...{ principal, target, origin },
      allow: () => Effect.void,
      run: (items, meta) =>
        Effect.gen(function* () {
          const { accountId } = principal
          const store = yield* EventStore
          const each = items.map(({ id }) => ({
            streamId: userItemStream(accountId, id),
            commands: commandsOf(accountId, id, changes)
          }))
          const outcomes = yield* store.executeMany({
            decider: userItemDecider,
            commands: each.flatMap(({ commands, streamId }) =>
              commands.map((command) => ({ streamId, command }))
            ),
            meta
          })
          // A manually marked item is not in progress, as with a single item.
          const forgotten = new Set(
            changes.isWatched === undefined
              ? []
              : yield* forgetProgressOfMany(
                  principal,
                  items.map(({ id }) => id)
                )
          )
          const perItem = each[0]!.commands.length
          return items.map(({ id }, index) => {
            const own = outcomes.slice(index * perItem, (index + 1) * perItem)
            return Either.map(
              Either.all(own.map(toOutcome)),
              (changed) => changed.includes(true) || forgotten.has(id)
            )
          })
        }).pipe(transaction)
    })
)

/** The job that examines an item again, of the kinds that have one. */
const examinations: { readonly [Kind in ItemKind]?: (id: string, label: string, by: string) => Enqueue } = {
  video: probeOf
}

/** Carries the outcome of a trial out of its transaction, which is rolled back. */
class RolledBack extends Data.TaggedError("RolledBack")<{ readonly outcome: ItemsChanged }> {}

/** Counts the items that an edit would change, without changing them. */
export const tryEdit = Effect.fn("bulk.tryEdit")(
  (principal: Principal, { dryRun: _, ...target }: ItemTarget, changes: ItemsEditChanges) =>
    editItems(principal, target, changes).pipe(
      Effect.flatMap((outcome) => new RolledBack({ outcome })),
      transaction,
      Effect.catchTag("RolledBack", ({ outcome }) => Effect.succeed(outcome))
    )
)

const cannotExamine = ({ kind, status }: TargetItem): string | undefined => {
  if (examinations[kind] === undefined) return "Files of this kind are not examined."
  return status === "missing" ? "The file is missing. Scan its library first." : undefined
}

/** Queues another examination of many files: for administrators. Has no effect on items that already wait for one. */
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

/** Moves many items to the trash: for administrators. Their files follow by a job. */
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
