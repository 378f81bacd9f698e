import { EventStore } from "@media/event-store/EventStore"
import { Conflict, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as Access from "../access/Access.ts"
import type { MarkerPatch, NewMarker } from "./contract.ts"
import { markerDecider, type MarkerCommand } from "./decider.ts"
import { findMarker, requireVideo } from "./queries.ts"

const changedAtOnce = () =>
  Effect.fail(new Conflict({ reason: "This was changed at the same time. Try again." }))

/** Gives a video that the caller sees and may edit a command about its markers. */
const execute = (principal: Principal, videoId: string, command: MarkerCommand) =>
  Effect.gen(function* () {
    yield* requireVideo(principal, videoId)
    yield* Access.require(principal, "edit-item", { id: videoId })
    if (!isUuid(command.markerId)) return yield* new NotFound({ what: "marker" })
    const store = yield* EventStore
    const meta = { actor: principal.accountId, cause: "web" }
    yield* store
      .execute({ streamId: videoId, decider: markerDecider, command, meta })
      .pipe(Effect.catchTag("VersionConflict", changedAtOnce))
  })

/** Names a place of a video. */
export const addMarker = Effect.fn("markers.add")(function* (
  principal: Principal,
  videoId: string,
  { end = null, start, title }: NewMarker
) {
  const markerId = randomUUID()
  yield* execute(principal, videoId, { _tag: "Add", markerId, title: title.trim(), start, end })
  return yield* findMarker(videoId, markerId)
})

/** Changes those fields that are given. */
export const changeMarker = Effect.fn("markers.change")(function* (
  principal: Principal,
  videoId: string,
  markerId: string,
  { title, ...patch }: MarkerPatch
) {
  const changes = title === undefined ? patch : { ...patch, title: title.trim() }
  yield* execute(principal, videoId, { _tag: "Change", markerId, changes })
  return yield* findMarker(videoId, markerId)
})

export const removeMarker = Effect.fn("markers.remove")(function* (
  principal: Principal,
  videoId: string,
  markerId: string
) {
  yield* execute(principal, videoId, { _tag: "Remove", markerId }).pipe(
    // What is taken away has no wrong place.
    Effect.catchTag("Invalid", (defect) => Effect.die(defect))
  )
  return null
})
