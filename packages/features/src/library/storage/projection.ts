import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { StorageEvent } from "./events.ts"

/** Empty, because the history reads requests from the log itself. */
export const storageProjection = projection<StorageEvent>({
  name: "storage",
  tables: [],
  handlers: { "cache.clear-asked.v1": () => Effect.void }
})
