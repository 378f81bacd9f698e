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
  writeNfo: Schema.optionalWith(Schema.Literal("off", "create", "update"), { exact: true }),
  nfoWatchedAccountId: Schema.optionalWith(Schema.NullOr(Uuid), { exact: true })
})
export const LibraryRenamed = event("library.renamed.v1", { name: Schema.String })
export const LibraryNsfwChanged = event("library.nsfw-changed.v1", { isNsfw: Schema.Boolean })
/** The rules for classifying the library's videos changed. */
export const LibraryVideosAsChanged = event("library.videos-as-changed.v1", {
  videosAs: Schema.Literal("mixed", "movies", "series", "videos")
})
/**
 * The setting for NFO files changed. It determines which NFO files the server may write next to videos: none, its own,
 * or also those of other programs.
 */
export const LibraryWriteNfoChanged = event("library.write-nfo-changed.v1", {
  writeNfo: Schema.Literal("off", "create", "update")
})
/**
 * The account for which the server imports watched status and positions from NFO files changed. Null turns the import
 * off.
 */
export const LibraryNfoWatchedChanged = event("library.nfo-watched-changed.v1", {
  accountId: Schema.NullOr(Uuid)
})
/**
 * The contents of the library changed, so all of its roots are scanned again. `roots` contains the roots after the
 * change. Early events of this type have no `roots`.
 */
export const LibraryContentsChanged = event("library.contents-changed.v1", {
  contents: Contents,
  roots: Schema.optionalWith(Schema.Array(Root), { exact: true })
})
export const LibraryRootAdded = event("library.root-added.v1", { root: Root })
export const LibraryRootChanged = event("library.root-changed.v1", { root: Root })
/** A root was removed. A job then deletes the rows of its items in batches. Files are never touched. */
export const LibraryRootRemoved = event("library.root-removed.v1", { rootId: Uuid, path: Schema.String })
/**
 * The library was removed and is hidden immediately. A job then deletes the rows of its items in batches. Files are
 * never touched.
 */
export const LibraryRemoved = event("library.removed.v1", { name: Schema.String })

export const LibraryEvent = Schema.Union(
  LibraryCreated,
  LibraryRenamed,
  LibraryNsfwChanged,
  LibraryContentsChanged,
  LibraryVideosAsChanged,
  LibraryWriteNfoChanged,
  LibraryNfoWatchedChanged,
  LibraryRootAdded,
  LibraryRootChanged,
  LibraryRootRemoved,
  LibraryRemoved
)
export type LibraryEvent = typeof LibraryEvent.Type
export const libraryEvents = LibraryEvent.members
