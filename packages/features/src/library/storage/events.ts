import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** Someone had generated files of a kind deleted, of one library or of all. */
export const CacheClearAsked = event("cache.clear-asked.v1", {
  kind: Schema.String,
  libraryId: Schema.NullOr(Uuid)
})
export const StorageEvent = CacheClearAsked
export type StorageEvent = typeof StorageEvent.Type
export const storageEvents = [CacheClearAsked]
