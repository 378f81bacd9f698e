import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import { orConflict } from "../../platform/access/Command.ts"
import { userRelatedDecider, type UserRelatedCommand } from "./decider.ts"
import { userRelatedStream } from "./ids.ts"

/**
 * Records an account's rating or favorite of an entity. `meta` contains the actor: the account itself, or another
 * account that merges the entity and thereby moves its ratings and favorites.
 */
export const changeUserEntity = (command: UserRelatedCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: userRelatedStream(command.accountId, command.entityId),
      decider: userRelatedDecider,
      command,
      meta
    })
  ).pipe(orConflict)
