import type { Decider } from "@media/event-store/Decider"
import { EventStore } from "@media/event-store/EventStore"
import type { Event } from "@media/event-store/Event"
import type { VersionConflict } from "@media/event-store/errors"
import { Conflict } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/** Returns the metadata for events that are written on behalf of this account. */
export const byAccount = ({ accountId }: Pick<Principal, "accountId">, batchId?: string) => ({
  actor: accountId,
  cause: "web" as const,
  ...(batchId === undefined ? {} : { batchId })
})

/** The message of the 409 response, which is sent if other requests kept changing the stream until the last retry. */
export const changedMeanwhile = "Someone else changed the same data at the same time. Reload and try again."

/** Replaces a version conflict, which a client cannot interpret, with the error for a 409 response. */
export const orConflict = <A, E, R>(
  written: Effect.Effect<A, E | VersionConflict, R>
): Effect.Effect<A, Exclude<E, VersionConflict> | Conflict, R> =>
  Effect.catchTag(written as Effect.Effect<A, VersionConflict, R>, "VersionConflict", () =>
    Effect.fail(new Conflict({ reason: changedMeanwhile }))
  ) as Effect.Effect<A, Exclude<E, VersionConflict> | Conflict, R>

interface Ordered<Command, State, E extends Event, Rejection> {
  readonly streamId: string
  readonly decider: Decider<Command, State, E, Rejection>
  readonly command: Command
  /** Set if the request changes several streams. All events of the request then have the same batch id. */
  readonly batchId?: string | undefined
}

/**
 * Runs a command on one stream on behalf of an account. The event store retries the command if another request changes
 * the stream in the meantime. If the last retry fails too, the response is 409. Callers must check permissions first.
 */
export const commandBy = <Command, State, E extends Event, Rejection>(
  principal: Pick<Principal, "accountId">,
  { batchId, ...ordered }: Ordered<Command, State, E, Rejection>
) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ ...ordered, meta: byAccount(principal, batchId) })
  ).pipe(orConflict)
