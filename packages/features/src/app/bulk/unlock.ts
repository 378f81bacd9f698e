import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { itemDecider } from "../../catalog/items/decider.ts"
import { followSources } from "../../catalog/items/relatedSources.ts"
import type { EffectKey } from "./tally.ts"

/** Unlocks fields of many items in the caller's transaction. The fields then show the values of their sources again. */
export const unlockFields = Effect.fn("bulk.unlock")(function* (
  items: ReadonlyArray<{ readonly id: string; readonly fields: ReadonlyArray<string> }>,
  meta: EventMeta
) {
  const store = yield* EventStore
  const results = yield* store.executeMany({
    decider: itemDecider,
    commands: items.map(({ fields, id }) => ({ streamId: id, command: { _tag: "Unlock" as const, fields } })),
    meta
  })
  const cleared = results.map(
    Either.map((events) =>
      events.flatMap(({ event }) => (event._tag === "item.sourced.v1" ? event.clear : []))
    )
  )
  for (const [index, { id }] of items.entries())
    yield* followSources(
      id,
      Either.getOrElse(cleared[index]!, () => []),
      meta
    )
  return cleared.map(
    Either.map((names) => ({
      changed: names.length > 0,
      effects: names.map((field): EffectKey => ({ field, action: "unlock", value: null }))
    }))
  )
})
