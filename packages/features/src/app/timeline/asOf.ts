import { fieldOf, valuesAt } from "@media/event-store/Undo"
import { NotFound } from "@media/kernel/Errors"
import { isSameJson } from "@media/kernel/Json"
import { toTimestamp } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isSecretPart, shownValue } from "../history/partValues.ts"
import { allRules } from "../history/undoables.ts"
import type { HistoryTarget } from "../undo/commands.ts"
import type { AsOf, AsOfParams } from "./contract.ts"
import { historiesOf } from "./histories.ts"
import { namesFor } from "./queries.ts"

/**
 * Returns the values of an item or entity after an event or at a time, compared with the current values. Several events
 * may have the same time, so only a position identifies a single event.
 */
export const asOf = Effect.fn("timeline.asOf")(function* (
  principal: Principal,
  { streamIds }: HistoryTarget,
  { at: moment, position }: AsOfParams
) {
  const histories = yield* historiesOf(streamIds)
  const all = histories.flat()
  const chosen = position === undefined ? undefined : all.find((recorded) => recorded.position === position)
  if (position !== undefined && chosen === undefined) return yield* new NotFound({ what: "change" })
  const at =
    chosen?.at ?? (moment === undefined ? new Date(yield* Clock.currentTimeMillis) : new Date(moment))
  const isLater = (recorded: (typeof all)[number]): boolean =>
    chosen === undefined ? recorded.at > at : recorded.position > chosen.position
  const found = histories.flatMap((history) => valuesAt(allRules, history, isLater))
  const names = yield* namesFor(
    principal,
    found.map(({ now, part, value }) => ({ part, from: value, to: now }))
  )
  const shown = found
    .filter(({ part }) => !isSecretPart(part, names))
    .map(({ now, part, value }) => ({
      isSame: isSameJson(value, now),
      ...{ part, field: fieldOf(part), value: shownValue(value, names), now: shownValue(now, names) }
    }))
  return {
    at: toTimestamp(at),
    position: all.reduce(
      (last, recorded) => (isLater(recorded) ? last : Math.max(last, recorded.position)),
      0
    ),
    values: shown.flatMap(({ isSame, ...each }) => (isSame ? [] : [each])),
    same: shown.flatMap(({ field, isSame, part, value }) => (isSame ? [{ field, part, value }] : []))
  } satisfies AsOf
})
