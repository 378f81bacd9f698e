import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as Access from "../../platform/access/Access.ts"
import { commandBy } from "../../platform/access/Command.ts"
import type { MarkerPatch, NewMarker } from "./contract.ts"
import { markerDecider, type MarkerCommand } from "./decider.ts"
import { findMarker, type MarkedKind, requireMarked } from "./queries.ts"

/** The item with markers. */
export interface Marked {
  readonly kind: MarkedKind
  readonly id: string
}

/** Gives an item that the caller sees and may edit a command about its markers. */
const execute = (principal: Principal, { id, kind }: Marked, command: MarkerCommand) =>
  Effect.gen(function* () {
    yield* requireMarked(principal, kind, id)
    yield* Access.require(principal, "edit-item", { id })
    if (!isUuid(command.markerId)) return yield* new NotFound({ what: "marker" })
    yield* commandBy(principal, { streamId: id, decider: markerDecider, command })
  })

/** Names a place of a video or a track. */
export const addMarker = Effect.fn("markers.add")(function* (
  principal: Principal,
  of: Marked,
  { end = null, start, title }: NewMarker
) {
  const markerId = randomUUID()
  yield* execute(principal, of, { _tag: "Add", markerId, title: title.trim(), start, end })
  return yield* findMarker(of.id, markerId)
})

/** Changes the given fields. */
export const changeMarker = Effect.fn("markers.change")(function* (
  principal: Principal,
  of: Marked,
  markerId: string,
  { title, ...patch }: MarkerPatch
) {
  const changes = title === undefined ? patch : { ...patch, title: title.trim() }
  yield* execute(principal, of, { _tag: "Change", markerId, changes })
  return yield* findMarker(of.id, markerId)
})

export const removeMarker = Effect.fn("markers.remove")(function* (
  principal: Principal,
  of: Marked,
  markerId: string
) {
  yield* execute(principal, of, { _tag: "Remove", markerId }).pipe(
    // A removal cannot have an invalid position.
    Effect.catchTag("Invalid", (defect) => Effect.die(defect))
  )
  return null
})
