import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const Root = Schema.Struct({
  id: Uuid,
  path: Schema.String,
  enabled: Schema.Boolean,
  recursive: Schema.Boolean
})
const Contents = Schema.Array(Schema.String)

export const LibraryCreated = event("library.created.v1", {
  name: Schema.String,
  isNsfw: Schema.Boolean,
  contents: Contents,
  roots: Schema.Array(Root),
  videosAs: Schema.optionalWith(Schema.Literal("mixed", "movies", "series", "videos"), { exact: true }),
  writeNfo: Schema.optionalWith(Schema.Literal("off", "create", "update"), { exact: true })
})
export const LibraryRenamed = event("library.renamed.v1", { name: Schema.String })
export const LibraryNsfwChanged = event("library.nsfw-changed.v1", { isNsfw: Schema.Boolean })
/** The classification of its videos changed. */
export const LibraryVideosAsChanged = event("library.videos-as-changed.v1", {
  videosAs: Schema.Literal("mixed", "movies", "series", "videos")
})
/** The NFO files that the server may write next to the videos of the library: none, its own, or also those of others. */
export const LibraryWriteNfoChanged = event("library.write-nfo-changed.v1", {
  writeNfo: Schema.Literal("off", "create", "update")
})
/** `roots` are the resulting roots, each of which is scanned again. The first events of this type have no roots. */
export const LibraryContentsChanged = event("library.contents-changed.v1", {
  contents: Contents,
  roots: Schema.optionalWith(Schema.Array(Root), { exact: true })
})
export const LibraryRootAdded = event("library.root-added.v1", { root: Root })
export const LibraryRootChanged = event("library.root-changed.v1", { root: Root })
/** Its rows are deleted afterwards, in batches. Files are never touched. */
export const LibraryRootRemoved = event("library.root-removed.v1", { rootId: Uuid, path: Schema.String })
/** Hidden immediately; its rows are deleted afterwards, in batches. Files are never touched. */
export const LibraryRemoved = event("library.removed.v1", { name: Schema.String })

export const LibraryEvent = Schema.Union(
  LibraryCreated,
  LibraryRenamed,
  LibraryNsfwChanged,
  LibraryContentsChanged,
  LibraryVideosAsChanged,
  LibraryWriteNfoChanged,
  LibraryRootAdded,
  LibraryRootChanged,
  LibraryRootRemoved,
  LibraryRemoved
)
export type LibraryEvent = typeof LibraryEvent.Type
export const libraryEvents = LibraryEvent.members
