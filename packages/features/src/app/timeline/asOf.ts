import { fieldOf, valuesAt } from "@media/event-store/Undo"
import { toTimestamp } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isSecretPart, shownValue } from "../history/partValues.ts"
import { allRules } from "../history/undoables.ts"
import type { HistoryTarget } from "../undo/commands.ts"
import type { AsOf } from "./contract.ts"
import { historiesOf } from "./histories.ts"
import { namesFor } from "./queries.ts"

/** The values of an item or entity at a moment, as far as they have changed since. */
export const asOf = Effect.fn("timeline.asOf")(function* (
  principal: Principal,
  { streamIds }: HistoryTarget,
  moment: Date | undefined
) {
  const at = moment ?? new Date(yield* Clock.currentTimeMillis)
  const histories = yield* historiesOf(streamIds)
  const found = histories.flatMap((history) => valuesAt(allRules, history, at))
  const names = yield* namesFor(
    principal,
    found.map(({ now, part, value }) => ({ part, from: value, to: now }))
  )
  const before = histories.flat().filter((recorded) => recorded.at <= at)
  return {
    at: toTimestamp(at),
    position: before.reduce((last, { position }) => Math.max(last, position), 0),
    values: found.flatMap(({ now, part, value }) =>
      isSecretPart(part, names)
        ? []
        : [{ part, field: fieldOf(part), value: shownValue(value, names), now: shownValue(now, names) }]
    )
  } satisfies AsOf
})
