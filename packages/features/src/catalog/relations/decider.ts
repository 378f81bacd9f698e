import type { Decider } from "@media/event-store/Decider"
import { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemRelated, ItemRelation, RelationEvent } from "./events.ts"
import { itemRelations } from "./relations.ts"

/** The id of an item's entity, and how the item credits the entity. */
export interface EntityRef extends Pick<typeof ItemRelated.Type, "as" | "role" | "character"> {
  readonly to: string
}

export type RelationCommand =
  /** Replaces the entities with `refs`, in this order. Entities that are hidden from the caller are kept. */
  | {
      readonly _tag: "SetRelated"
      readonly relation: ItemRelation
      readonly refs: ReadonlyArray<EntityRef>
      readonly hidden: ReadonlySet<string>
      readonly source: string
    }
  /**
   * Adds and removes entities. With `isReplacing`, the entities in `add` replace all others. Entities that are hidden
   * from the caller are kept.
   */
  | {
      readonly _tag: "ChangeRelated"
      readonly relation: ItemRelation
      readonly add: ReadonlyArray<string>
      readonly remove: ReadonlySet<string>
      readonly isReplacing: boolean
      readonly hidden: ReadonlySet<string>
      readonly source: string
    }
  /** Gives the item the same relation and credit for `into` as for `from`, when an entity is merged. */
  | { readonly _tag: "Copy"; readonly from: string; readonly into: string }
  | { readonly _tag: "Unrelate"; readonly to: string }

type Related = Omit<typeof ItemRelated.Type, "_tag">

export interface RelationState {
  readonly isRegistered: boolean
  readonly related: ReadonlyArray<Related>
}

const isOrdered = (relation: ItemRelation): boolean => itemRelations[relation].isOrdered
/** Gap between ordinals, so that most reorderings change only one ordinal. */
const gap = 1_024

const creditOf = ({ as, character, role }: Omit<EntityRef, "to">) => ({
  ...(as === undefined ? {} : { as }),
  ...(role === undefined ? {} : { role }),
  ...(character === undefined ? {} : { character })
})
const hasCredit = (one: EntityRef, other: EntityRef): boolean =>
  one.as === other.as && one.role === other.role && one.character === other.character

const setRelated = (
  { hidden, refs, relation, source }: Extract<RelationCommand, { readonly _tag: "SetRelated" }>,
  { related }: RelationState
): ReadonlyArray<RelationEvent> => {
  const before = related.filter((one) => one.relation === relation)
  const wanted = refs.filter(({ to }, index) => index === refs.findIndex((one) => one.to === to))
  const lost = before.filter(({ to }) => !hidden.has(to) && !wanted.some((one) => one.to === to))
  const events: Array<RelationEvent> = lost.map(({ to }) => ({ _tag: "item.unrelated.v1", to, relation }))
  let last = 0
  for (const ref of wanted) {
    const known = before.find(({ to }) => to === ref.to)
    const isOrderedLast = known !== undefined && (!isOrdered(relation) || known.ordinal > last)
    const ordinal = isOrderedLast ? known.ordinal : isOrdered(relation) ? last + gap : 0
    last = ordinal
    if (isOrderedLast && hasCredit(known, ref)) continue
    events.push({ _tag: "item.related.v1", to: ref.to, relation, ordinal, ...creditOf(ref), source })
  }
  return events
}

/** Adds new entities at the end. Existing entities keep their order and credits. */
const changeRelated = (
  command: Extract<RelationCommand, { readonly _tag: "ChangeRelated" }>,
  state: RelationState
): ReadonlyArray<RelationEvent> => {
  const { add, hidden, isReplacing, relation, remove, source } = command
  const before = state.related
    .filter((one) => one.relation === relation)
    .toSorted((one, other) => one.ordinal - other.ordinal)
  const kept = before.filter(({ to }) =>
    isReplacing ? hidden.has(to) || add.includes(to) : hidden.has(to) || !remove.has(to)
  )
  const added = add.filter((to) => !kept.some((one) => one.to === to)).map((to) => ({ to }))
  return setRelated({ _tag: "SetRelated", relation, refs: [...kept, ...added], hidden, source }, state)
}

/** Handles commands that change the entities of an item. The events are part of the item's own stream. */
export const relationDecider: Decider<RelationCommand, RelationState, RelationEvent, NotFound> = {
  initial: { isRegistered: false, related: [] },
  decide: (command, state) => {
    if (!state.isRegistered) return Either.left(new NotFound({ what: "item" }))
    switch (command._tag) {
      case "SetRelated":
        return Either.right(setRelated(command, state))
      case "ChangeRelated":
        return Either.right(changeRelated(command, state))
      case "Copy": {
        const has = (relation: ItemRelation, to: string) =>
          state.related.some((one) => one.relation === relation && one.to === to)
        return Either.right(
          state.related
            .filter(({ relation, to }) => to === command.from && !has(relation, command.into))
            .map((one) => ({ _tag: "item.related.v1", ...one, to: command.into }))
        )
      }
      case "Unrelate":
        return Either.right(
          state.related
            .filter(({ to }) => to === command.to)
            .map(({ relation, to }) => ({ _tag: "item.unrelated.v1", to, relation }))
        )
    }
  },
  // The stream also contains all other events of the item, which are ignored here.
  evolve: (state, event: RelationEvent | { readonly _tag: `item.${string}registered.v1` }) => {
    const others = (to: string, relation: ItemRelation) =>
      state.related.filter((one) => one.to !== to || one.relation !== relation)
    switch (event._tag) {
      case "item.related.v1": {
        const { _tag, ...one } = event
        return { ...state, related: [...others(one.to, one.relation), one] }
      }
      case "item.unrelated.v1":
        return { ...state, related: others(event.to, event.relation) }
      case "item.registered.v1":
      case "item.group-registered.v1":
      case "item.entry-registered.v1":
        return { ...state, isRegistered: true }
      default:
        return state
    }
  }
}
