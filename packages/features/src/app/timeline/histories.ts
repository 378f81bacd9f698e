import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"

/** Returns the events of each stream, oldest first. */
export const historiesOf = (streamIds: ReadonlyArray<string>) =>
  Effect.flatMap(EventStore, (store) =>
    Effect.map(store.readMany(streamIds), (streams) => [...streams.values()])
  )
