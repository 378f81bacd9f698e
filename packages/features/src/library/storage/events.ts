import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** A user requested the deletion of all generated files of a kind, in one library or in all libraries. */
export const CacheClearAsked = event("cache.clear-asked.v1", {
  kind: Schema.String,
  libraryId: Schema.NullOr(Uuid)
})
export const StorageEvent = CacheClearAsked
export type StorageEvent = typeof StorageEvent.Type
export const storageEvents = [CacheClearAsked]
