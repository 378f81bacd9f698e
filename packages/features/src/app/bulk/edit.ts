import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { VersionConflict } from "@media/event-store/errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { itemDecider, type ItemChanges } from "../../catalog/items/decider.ts"
import type { ItemEdited } from "../../catalog/items/events.ts"
import { entryChanges, isListField, type ListEdits } from "../../catalog/items/lists.ts"
import { forgetProgressOfMany } from "../../catalog/user-items/commands.ts"
import { userItemDecider, type UserItemCommand } from "../../catalog/user-items/decider.ts"
import { userItemStream } from "../../catalog/user-items/stream.ts"
import { changedMeanwhile } from "../../platform/access/Command.ts"
import type { EditPlan, OwnChanges } from "./editable.ts"
import { type EditGuards, editName, guarded } from "./guards.ts"
import type { TargetItem } from "./queries.ts"
import { changeRelated } from "./related.ts"
import type { EditOutcome, EffectKey } from "./tally.ts"
import { unlockFields } from "./unlock.ts"

/** Returns the reason as a message for users, without the stream ids that the error contains. */
export const reasonOf = (refusal: { readonly message: string }): string =>
  refusal instanceof VersionConflict ? changedMeanwhile : refusal.message

type ItemFieldChange = (typeof ItemEdited.Type)["changes"][number]

/** The outcome of one step of the edit for one item. */
type Step = Either.Either<{ readonly changed: boolean; readonly effects: ReadonlyArray<EffectKey> }, string>

/**
 * Splits a change into effects that are counted separately: one effect per entry of a list field, or one effect for any
 * other field.
 */
const effectsOf = ({ field, from, to }: ItemFieldChange): ReadonlyArray<EffectKey> => {
  if (!isListField(field)) return [{ field, action: "set", value: typeof to === "object" ? null : to }]
  const { added, removed } = entryChanges(from, to)
  return [
    ...added.map((value): EffectKey => ({ field, action: "add", value })),
    ...removed.map((value): EffectKey => ({ field, action: "remove", value }))
  ]
}

const editFields = (
  items: ReadonlyArray<TargetItem>,
  changesOf: (id: string) => ItemChanges,
  lists: ListEdits,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const results = yield* store.executeMany({
      decider: itemDecider,
      commands: items.map(({ id }) => ({
        streamId: id,
        command: { _tag: "Edit" as const, changes: changesOf(id), lists }
      })),
      meta
    })
    return results.map(
      Either.mapBoth({
        onLeft: reasonOf,
        onRight: (events) => ({
          changed: events.length > 0,
          effects: events.flatMap(({ event }) =>
            event._tag === "item.edited.v1" ? event.changes.flatMap(effectsOf) : []
          )
        })
      })
    )
  })

const ownCommands = (
  accountId: string,
  itemId: string,
  { isFavorite, isWatched, rating }: OwnChanges
): ReadonlyArray<readonly [field: keyof OwnChanges, command: UserItemCommand]> => [
  ...(isFavorite === undefined
    ? []
    : [["isFavorite", { _tag: "SetFavorite", accountId, itemId, isFavorite }] as const]),
  ...(rating === undefined ? [] : [["rating", { _tag: "Rate", accountId, itemId, rating }] as const]),
  ...(isWatched === undefined
    ? []
    : [["isWatched", { _tag: "SetWatched", accountId, itemId, isWatched }] as const])
]

const setOwn = (
  { accountId, ...principal }: Principal,
  items: ReadonlyArray<TargetItem>,
  own: OwnChanges,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const commands = items.map(({ id }) => ownCommands(accountId, id, own))
    const results = yield* store.executeMany({
      decider: userItemDecider,
      commands: items.flatMap(({ id }, index) =>
        commands[index]!.map(([, command]) => ({ streamId: userItemStream(accountId, id), command }))
      ),
      meta
    })
    // Marking items as watched or unwatched also removes their progress, as it does for a single item.
    const forgotten = new Set(
      own.isWatched === undefined
        ? []
        : yield* forgetProgressOfMany(
            { ...principal, accountId },
            items.map(({ id }) => id)
          )
    )
    const each = commands[0]?.length ?? 0
    return items.map(({ id }, index): Step =>
      Either.map(Either.all(results.slice(index * each, (index + 1) * each)), (all) => ({
        changed: forgotten.has(id) || all.some((events) => events.length > 0),
        effects: commands[index]!.flatMap(([field], at): ReadonlyArray<EffectKey> =>
          all[at]!.length === 0 ? [] : [{ field, action: "set", value: own[field] ?? null }]
        )
      })).pipe(Either.mapLeft(reasonOf))
    )
  })

/**
 * Returns one step for each of `items`. `steps` are the steps of the items in `some`. All other items count as
 * unchanged.
 */
const spread = (
  items: ReadonlyArray<TargetItem>,
  some: ReadonlyArray<TargetItem>,
  steps: ReadonlyArray<Step>
) => {
  const byId = new Map(some.map(({ id }, index) => [id, steps[index]!]))
  return items.map(({ id }) => byId.get(id) ?? Either.right({ changed: false, effects: [] }))
}

/** Changes some items in the caller's transaction and returns one outcome per item. Continues after a rejected item. */
export const editChunk = Effect.fn("bulk.editChunk")(function* (
  principal: Principal,
  items: ReadonlyArray<TargetItem>,
  plan: EditPlan,
  guards: EditGuards,
  meta: EventMeta & { readonly batchId: string }
) {
  if (items.length === 0) return []
  const skipped = yield* guarded(items, plan, guards, meta.batchId)
  const keeps = (id: string, field: string) => skipped.get(id)?.some((each) => each.field === field) === true
  const steps: Array<ReadonlyArray<Step>> = []
  if (Object.keys(plan.item).length + Object.keys(plan.lists).length > 0) {
    const changesOf = (id: string): ItemChanges =>
      skipped.has(id)
        ? Object.fromEntries(Object.entries(plan.item).filter(([field]) => !keeps(id, field)))
        : plan.item
    steps.push(yield* editFields(items, changesOf, plan.lists, meta))
  }
  for (const [relation, change] of plan.related) {
    const some = items.filter(({ id }) => !keeps(id, relation))
    if (some.length === 0) continue
    const outcomes = yield* changeRelated(
      principal,
      some.map(({ id }) => id),
      [relation, change],
      meta
    )
    const own = outcomes.map(({ effects, outcome }): Step =>
      Either.mapBoth(outcome, { onLeft: reasonOf, onRight: (changed) => ({ changed, effects }) })
    )
    steps.push(spread(items, some, own))
  }
  if (plan.unlock.length > 0) {
    const unlocked = yield* unlockFields(
      items.map(({ id }) => ({ id, fields: plan.unlock.filter((field) => !keeps(id, editName(field))) })),
      meta
    )
    steps.push(unlocked.map(Either.mapLeft(reasonOf)))
  }
  if (Object.keys(plan.own).length > 0) steps.push(yield* setOwn(principal, items, plan.own, meta))
  return items.map(({ id, title }, index): EditOutcome => {
    const own = steps.map((step) => step[index]!)
    const done = own.flatMap((step) => (Either.isRight(step) ? [step.right] : []))
    const refused = own.flatMap((step) => (Either.isLeft(step) ? [step.left] : []))
    return {
      changed: done.some(({ changed }) => changed),
      effects: done.flatMap(({ effects }) => effects),
      skipped: [
        ...(skipped.get(id) ?? []),
        ...refused
          .slice(0, 1)
          .map((message) => ({ ...{ id, title, message }, field: null, reason: "rejected" as const }))
      ]
    }
  })
})
