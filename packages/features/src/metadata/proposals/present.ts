import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import { itemDecider } from "../../catalog/items/decider.ts"
import { decidingSource, shownValue } from "../../catalog/items/sources.ts"
import { entityDecider } from "../../catalog/related/decider.ts"
import { relationDecider } from "../../catalog/relations/decider.ts"
import { isEntityKind } from "../../EntityKind.ts"
import type { IdentifyTarget } from "../../IdentifySource.ts"
import { classifiedBy, isNumberField, sourceOfNumber } from "./episodeNumbers.ts"

/** Returns the current values, relations and classification of an item, computed from its events. */
export const presentItem = (id: string) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const history = yield* store.read(id)
    return {
      item: history.reduce(
        (state, { event }) => itemDecider.evolve(state, event as never),
        itemDecider.initial
      ),
      related: history.reduce(
        (state, { event }) => relationDecider.evolve(state, event as never),
        relationDecider.initial
      ).related,
      classified: classifiedBy(history)
    }
  })

/** Returns the current values of a performer, studio or tag, computed from its events. */
export const presentEntity = (id: string) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const history = yield* store.read(id)
    return history.reduce(
      (state, { event }) => entityDecider.evolve(state, event as never),
      entityDecider.initial
    )
  })

/** The current values of a target, with which a proposal is compared. */
export interface Present {
  readonly version: number
  readonly valueOf: (field: string) => unknown
  /** Returns the source of the current value, or null for a field without a value. */
  readonly sourceOf: (field: string) => string | null
  readonly isLocked: (field: string) => boolean
  /** The ids of the item's performers, tags and studio, or of the entity's parents and tags. */
  readonly related: ReadonlySet<string>
}

export const presentOf = ({ id, kind }: IdentifyTarget) =>
  isEntityKind(kind)
    ? Effect.map(presentEntity(id), ({ aliases, editVersion, fields, parentIds, tags }): Present => {
        const valueOf = (field: string) => (field === "aliases" ? aliases : (fields[field] ?? null))
        return {
          version: editVersion,
          valueOf,
          sourceOf: (field) => (valueOf(field) === null ? null : "user"),
          // The source of an entity's value is not stored, so the values that a user entered cannot be recognized as
          // locked.
          isLocked: () => false,
          related: new Set([...parentIds, ...tags.map(({ tagId }) => tagId)])
        }
      })
    : Effect.map(presentItem(id), ({ classified, item, related }): Present => ({
        version: item.editVersion,
        valueOf: (field) => (isNumberField(field) ? classified.facts[field] : shownValue(item.stated, field)),
        sourceOf: (field) =>
          isNumberField(field)
            ? sourceOfNumber(classified, field)
            : (decidingSource(item.stated[field]) ?? null),
        isLocked: (field) =>
          isNumberField(field) ? classified.isByHand : item.stated[field]?.user !== undefined,
        related: new Set(related.map(({ to }) => to))
      }))
