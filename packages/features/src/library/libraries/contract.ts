import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { FieldError } from "@media/kernel/Errors"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Fail, Ok, Page } from "@media/wire/Envelope"
import { FailIdempotencyKeyReused } from "@media/wire/Idempotency"
import { Body, OptionalBody, pageParams, SafeText, ShownText } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { DescribeOrigin, RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailForbidden, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { limits as queryLimits } from "@media/query/Tree"
import { kinds } from "../../generated/kinds.ts"
import { namesOf } from "../../MediaKind.ts"
import { RootOverlaps, RootRefused, RootUnusable } from "./errors.ts"

export const Contents = Schema.Literal(...namesOf(kinds, "contents"))
export type Contents = typeof Contents.Type

/**
 * How the server classifies the videos of a library. `mixed` classifies each video by its name. The other values treat
 * all videos as movies, as series or as plain videos.
 */
export const VideosAs = Schema.Literal("mixed", "movies", "series", "videos")

/**
 * The NFO files that the server may write next to videos: none (`off`), only its own (`create`), or also files of other
 * programs (`update`). NFO files are written only if generated files are stored next to their media.
 */
export const WriteNfo = Schema.Literal("off", "create", "update")

/** A scan that is running or queued. */
export const LibraryScan = Schema.Struct({
  isRunning: Schema.Boolean,
  /** The progress as text, such as "1240 files in 56 folders". Null until the scan first reports progress. */
  phase: Schema.NullOr(Schema.String),
  /** Progress from 0 to 100, estimated from the number of files in the previous scan. Null during the first scan. */
  percent: Schema.NullOr(Schema.Number),
  startedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "LibraryScan" })
export type LibraryScan = typeof LibraryScan.Type

export const LibraryRoot = Schema.Struct({
  id: Uuid,
  path: Schema.String,
  enabled: Schema.Boolean,
  recursive: Schema.Boolean,
  lastScannedAt: Schema.NullOr(Timestamp),
  scan: Schema.NullOr(LibraryScan)
}).annotations({ identifier: "LibraryRoot" })

const UnreadyCounts = Schema.Struct({
  missing: Schema.Int,
  failed: Schema.Int,
  arriving: Schema.Int
}).annotations({ identifier: "UnreadyCounts" })

export const Library = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  isNsfw: Schema.Boolean,
  contents: Schema.Array(Contents),
  videosAs: VideosAs,
  writeNfo: WriteNfo,
  /**
   * Account for which the server imports watched status and positions from NFO files. Null if the import is off or the
   * account was deleted. Members always see null.
   */
  nfoWatchedAccountId: Schema.NullOr(Uuid),
  /** The roots with their paths. Only administrators see the roots, and the list is empty for members. */
  roots: Schema.Array(LibraryRoot),
  /** Counts of the items that the caller may see. `byKind` contains only kinds with items. */
  counts: Schema.Struct({
    items: Schema.Int,
    missing: Schema.Int,
    /** Number of items whose file could not be read. */
    failed: Schema.Int,
    /** Number of items that were found but not examined yet. */
    arriving: Schema.Int,
    byKind: Schema.Record({ key: Schema.String, value: Schema.Int }),
    /** Numbers of missing, failed and arriving items, keyed by kind. Kinds whose items are all ready are omitted. */
    unready: Schema.Record({ key: Schema.String, value: UnreadyCounts })
  }),
  createdAt: Timestamp
}).annotations({ identifier: "Library" })
export type Library = typeof Library.Type

const Name = ShownText(200).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
const RootInput = Body({
  path: SafeText(4096).pipe(Schema.minLength(1, { message: () => "must not be empty" })),
  recursive: Schema.optional(Schema.Boolean)
})
const LibraryInput = Body({
  name: Name,
  contents: Schema.Array(Contents).pipe(
    Schema.minItems(1, { message: () => "must contain at least one kind of content" })
  ),
  isNsfw: Schema.optional(Schema.Boolean),
  videosAs: Schema.optional(VideosAs),
  /** Only administrators may set this field. */
  writeNfo: Schema.optional(WriteNfo),
  /** Only administrators may set this field. */
  nfoWatchedAccountId: Schema.optional(Schema.NullOr(Uuid)),
  roots: Schema.Array(RootInput).pipe(
    Schema.minItems(1, { message: () => "must contain at least one folder" }),
    Schema.maxItems(50)
  )
})
const LibraryPatch = Body({
  name: Schema.optional(Name),
  contents: Schema.optional(Schema.Array(Contents).pipe(Schema.minItems(1))),
  isNsfw: Schema.optional(Schema.Boolean),
  videosAs: Schema.optional(VideosAs),
  /** Only administrators may set this field. */
  writeNfo: Schema.optional(WriteNfo),
  /** Only administrators may set this field. */
  nfoWatchedAccountId: Schema.optional(Schema.NullOr(Uuid)),
  /**
   * The complete new list of roots. Omitted roots are removed, roots with a known id are changed, and roots without an
   * id are added.
   */
  roots: Schema.optional(
    Schema.Array(
      Schema.Struct({
        id: Schema.optional(Uuid),
        path: SafeText(4096),
        enabled: Schema.optional(Schema.Boolean),
        recursive: Schema.optional(Schema.Boolean)
      })
    ).pipe(Schema.maxItems(50))
  )
})

export const FolderListing = Schema.Struct({
  path: Schema.String,
  parentPath: Schema.NullOr(Schema.String),
  directories: Schema.Array(Schema.Struct({ name: Schema.String, path: Schema.String }))
}).annotations({ identifier: "FolderListing" })

export const FolderContents = Schema.Struct({
  path: Schema.String,
  /**
   * Number of files, keyed by the contents of a library that would include them, such as `videos`. Contents without
   * files are omitted.
   */
  contents: Schema.Record({ key: Schema.String, value: Schema.Int }),
  /** The number of folders that contain at least one of these files. */
  folders: Schema.Int,
  /** False if the count was stopped early. The folder may then contain more files than were counted. */
  isComplete: Schema.Boolean
}).annotations({ identifier: "FolderContents" })
export type FolderContents = typeof FolderContents.Type

export const ScanResult = Schema.Literal("indexed", "unchanged", "moved", "ignored", "failed", "missing")
/** A leading `-` reverses the order. Files that compare equal are sorted by path. */
export const FileSort = Schema.Literal(
  "path",
  "-path",
  "size",
  "-size",
  "checkedAt",
  "-checkedAt",
  "scanResult",
  "-scanResult"
)
/** The type of the file system entry. Folders and links are listed only if the scan skipped them, with the reason. */
export const ScannedKind = Schema.Literal("file", "folder", "link", "other")
export const ScannedFile = Schema.Struct({
  library: Schema.Struct({ id: Uuid, name: Schema.String }),
  /** The root that contains the file. `path` is the absolute path of the root. */
  root: Schema.Struct({ id: Uuid, path: Schema.String }),
  /** The path relative to the root. Bytes that are not UTF-8 are written as `\\xNN`. */
  path: Schema.String,
  kind: ScannedKind,
  /** The size in bytes. */
  size: Schema.NullOr(Schema.Number),
  mtime: Schema.NullOr(Timestamp),
  scanResult: ScanResult,
  reason: Schema.NullOr(Schema.String),
  entityType: Schema.NullOr(Schema.String),
  entityId: Schema.NullOr(Uuid),
  checkedAt: Timestamp
}).annotations({ identifier: "ScannedFile" })

/** The request field that the error is about, such as `roots.1.path`. */
const details = { fields: Schema.optionalWith(Schema.Array(FieldError), { exact: true }) }
const FailRootOverlaps = Fail(RootOverlaps, "root_overlaps", 409, details)
const FailRootRefused = Fail(RootRefused, "root_unusable", 400, details)
const FailRootUnusable = Fail(RootUnusable, "root_unusable", 400, details)
const libraries = resource({
  name: "Library",
  plural: "Libraries",
  path: "/api/libraries",
  detail: Library,
  summary: Library
})

export class LibrariesGroup extends HttpApiGroup.make("libraries")
  .add(libraries.list)
  .add(libraries.get)
  .add(
    libraries.create
      .setPayload(LibraryInput)
      .addError(FailForbidden)
      .addError(FailIdempotencyKeyReused)
      .addError(FailRootOverlaps)
      .addError(FailRootRefused)
      .addError(FailRootUnusable)
  )
  .middleware(DescribeOrigin)
  .middleware(RequireSession) {}

export class LibrariesAdminGroup extends HttpApiGroup.make("librariesAdmin")
  .add(
    HttpApiEndpoint.get("browse", "/api/libraries/browse")
      .setUrlParams(Schema.Struct({ path: Schema.optional(SafeText(4096)) }))
      .addSuccess(Ok("BrowseResponse", FolderListing))
      .addError(FailRootUnusable)
  )
  .add(
    HttpApiEndpoint.get("folderContents", "/api/libraries/browse/contents")
      .setUrlParams(Schema.Struct({ path: SafeText(4096) }))
      .addSuccess(Ok("FolderContentsResponse", FolderContents))
      .addError(FailRootUnusable)
  )
  .add(libraries.update.setPayload(LibraryPatch).addError(FailRootOverlaps).addError(FailRootUnusable))
  .add(libraries.remove)
  .add(
    HttpApiEndpoint.post("scan", "/api/libraries/:id/scan")
      .setPath(idPath)
      .setPayload(OptionalBody({ path: Schema.optional(SafeText(4096)) }))
      .addSuccess(Ok("ScanResponse", Schema.Struct({ jobRunIds: Schema.Array(Uuid) })))
      .addError(FailNotFound)
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.get("files", "/api/files")
      .setUrlParams(
        Schema.Struct({
          ...pageParams,
          /** Words in the path, and conditions such as `scanResult:failed size>1GB`. See docs/generated/fields.md. */
          q: Schema.optional(SafeText(queryLimits.text)),
          rootId: Schema.optional(Uuid),
          path: Schema.optional(SafeText(4096)),
          scanResult: Schema.optional(ScanResult),
          sort: Schema.optionalWith(FileSort, { default: () => "path" as const })
        })
      )
      .addSuccess(Page("FilesResponse", ScannedFile))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireAdmin) {}
