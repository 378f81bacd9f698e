import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { StorageEvent } from "./events.ts"

/** This projection has no tables, because the history reads the requests directly from the event log. */
export const storageProjection = projection<StorageEvent>({
  name: "storage",
  tables: [],
  handlers: { "cache.clear-asked.v1": () => Effect.void }
})
