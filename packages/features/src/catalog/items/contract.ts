import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { isDay, isYear } from "@media/kernel/Day"
import { Uuid } from "@media/kernel/Ids"
import { BookFormat } from "@media/books/BookFacts"
import { limits as queryLimits } from "@media/query/Tree"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull } from "@media/wire/Envelope"
import { Picture } from "@media/wire/Picture"
import { Body, pageParams, QueryBoolean, SafeText, ShownText } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { FailFileNotMovable, TrashEntry } from "./trashEntry.ts"
import { ListParams, orFieldText } from "./listParams.ts"
import { resolutions } from "./resolution.ts"
import { describedFields, describedPatch, ResettableField } from "./sourcesContract.ts"
import { SortText } from "./sortText.ts"
import { relatedFields, relatedPatch } from "../relations/contract.ts"
import { PlayStart, ProgressReport, Rating, UserState } from "../user-items/contract.ts"

export const ItemStatus = Schema.Literal("arriving", "ready", "missing", "failed")
export type ItemStatus = typeof ItemStatus.Type

/** Summary fields of an item of any kind, in addition to `kind`. */
export const itemSummaryFields = {
  id: Uuid,
  title: Schema.String,
  status: ItemStatus,
  isMissing: Schema.Boolean,
  isNsfw: Schema.Boolean,
  isOrganized: Schema.Boolean,
  libraryId: Uuid,
  /** The date as a day such as 2024-05-31, or as a year. */
  date: Schema.NullOr(Schema.String),
  userState: UserState,
  /** Null if the item has no picture. */
  picture: Schema.NullOr(Picture),
  /** Size in bytes. */
  size: Schema.Number,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** The series of an episode, with its season and episode number. */
export const EpisodeOf = Schema.Struct({
  series: Schema.String,
  season: Schema.Int,
  /** Null if the number is unknown. */
  episode: Schema.NullOr(Schema.Int),
  /** The last episode of a file with several episodes. Null for a single episode. */
  episodeEnd: Schema.NullOr(Schema.Int)
})

/** An item in a list of mixed kinds. */
export const MixedItem = Schema.Struct({
  ...itemSummaryFields,
  kind: ItemKind,
  /** The type of a video. Null for other kinds. */
  type: Schema.NullOr(Schema.Literal("movie", "episode", "video")),
  /** Absent for items that are not episodes of a series. */
  episodeOf: Schema.optionalWith(EpisodeOf, { exact: true }),
  /** Duration in seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** Displayed width and height in pixels, after rotation. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /**
   * The value of `userState.position` that means the end of a book that the caller has started: the number of pages of
   * the book, or 100 if the position is a percentage. Null for other items.
   */
  pages: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "MixedItem" })
export type MixedItem = typeof MixedItem.Type

/** Hashes of the file in hexadecimal. Each hash is null until it is known. */
export const Fingerprints = Schema.Struct({
  md5: Schema.NullOr(Schema.String),
  oshash: Schema.NullOr(Schema.String),
  /** Perceptual hash, which is similar for visually similar content. */
  phash: Schema.NullOr(Schema.String),
  /** The reason why no `phash` could be computed for this content, or null. */
  phashFailure: Schema.NullOr(Schema.String)
}).annotations({ identifier: "Fingerprints" })
export type Fingerprints = typeof Fingerprints.Type

/** The additional fields on an item's page. */
export const itemDetailFields = {
  sortTitle: Schema.String,
  details: Schema.NullOr(Schema.String),
  ...describedFields,
  rootId: Uuid,
  /** Path relative to the library root. */
  path: Schema.String,
  /** The reason why the file cannot be used or could not be examined. Set if the status is `failed`. */
  failure: Schema.NullOr(Schema.String),
  /**
   * True if the reason in `failure` may be temporary (no permission, a canceled job), so that examining the file again
   * may help.
   */
  isFailurePassing: Schema.Boolean,
  fingerprints: Fingerprints,
  ...relatedFields,
  /** Number of edits of this item. A PATCH may send it as `expectedVersion` to detect an edit by someone else. */
  version: Schema.Int
}

/** A day, or a year if the day is unknown. */
export const CalendarDate = Schema.String.pipe(
  Schema.filter((text) => isYear(text) || isDay(text), {
    message: () => "must be a date such as 2024-05-31, or a year"
  })
)
/** The fields that an edit may change in items of any kind. */
export const itemPatchFields = {
  title: Schema.optional(
    ShownText(500).pipe(Schema.filter((title) => title.trim() !== "", { message: () => "must not be empty" }))
  ),
  details: Schema.optional(Schema.NullOr(SafeText(20_000))),
  date: Schema.optional(Schema.NullOr(CalendarDate)),
  rating: Schema.optional(Rating),
  isOrganized: Schema.optional(Schema.Boolean),
  isNsfw: Schema.optional(Schema.Boolean),
  ...describedPatch,
  ...relatedPatch,
  /**
   * Fields to reset. The user's value is removed, and the value of the source with the next highest precedence is shown
   * again.
   */
  reset: Schema.optional(Schema.Array(ResettableField).pipe(Schema.maxItems(100))),
  /** The version that the edit is based on. If the same fields were edited later, the response is 409. */
  expectedVersion: Schema.optional(
    Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))
  )
}
export const ItemPatch = Body(itemPatchFields)
export type ItemPatch = typeof ItemPatch.Type

/**
 * Sort orders that lists of every kind support. A list sorted by `lastPlayedAt` contains only items that the caller has
 * played, and a list sorted by `rating` only items that the caller has rated.
 */
const itemOrders = [
  "createdAt",
  "title",
  "date",
  "size",
  "random",
  "lastPlayedAt",
  "rating",
  /** The position in the group given by `parentId`. Without `parentId`, the list is sorted by title. */
  "ordinal"
] as const
type ItemOrder = (typeof itemOrders)[number]
const orderOf = <Order extends string>(
  ...orders: ReadonlyArray<Order>
): Schema.Schema<ItemOrder | Order | SortText, string> =>
  Schema.Union(Schema.Literal(...itemOrders, ...orders), SortText([...itemOrders, ...orders]))
/**
 * Returns the schema of a list's sort parameter. The parameter accepts one or more sort orders: the sort orders that
 * every kind supports, and the additional `orders`. By default, the newest items come first.
 */
export const sortBy = <Order extends string = never>(...orders: ReadonlyArray<Order>) =>
  Schema.optionalWith(orderOf(...orders), { default: () => "createdAt" as const })

const filterFields = {
  ...pageParams,
  /**
   * Words in the title, and conditions such as `duration>1h -is:watched`. docs/generated/fields.md lists the fields.
   */
  q: Schema.optional(SafeText(queryLimits.text)),
  libraryId: Schema.optional(Uuid),
  /** Restricts the list to items in this group. */
  parentId: Schema.optional(Uuid),
  status: Schema.optional(orFieldText(ItemStatus.literals)),
  isMissing: Schema.optional(QueryBoolean),
  isOrganized: Schema.optional(QueryBoolean),
  /** `isFavorite`, `isWatched` and `isInProgress` filter by the caller's own state. */
  isFavorite: Schema.optional(QueryBoolean),
  isWatched: Schema.optional(QueryBoolean),
  /** True restricts the list to items that the caller started but did not finish, as in "Continue watching". */
  isInProgress: Schema.optional(QueryBoolean),
  /** Minimum rating by the caller, 0 to 100. */
  ratingMin: Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, 100))),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
}
export const ItemFilter = ListParams({
  ...filterFields,
  sort: sortBy()
})
/** Duration in seconds. */
const Duration = Schema.NumberFromString.pipe(Schema.finite(), Schema.between(0, 1e9))
const timedFields = {
  ...filterFields,
  /** Minimum and maximum duration, both inclusive. Items without a known duration do not match. */
  durationMin: Schema.optional(Duration),
  durationMax: Schema.optional(Duration),
  /**
   * `artist` is compared with the artist and the album artist of a track, and `album` with the track's album. Both
   * comparisons ignore case. Items of other kinds never match.
   */
  artist: Schema.optional(SafeText(500)),
  album: Schema.optional(SafeText(500))
}
/** The filter of a list of items with a duration. */
export const TimedItemFilter = ListParams({
  ...timedFields,
  sort: sortBy("duration")
})
/** The filter of a list of items with a duration and a resolution. */
export const MovingItemFilter = ListParams({
  ...timedFields,
  /** The value `sd` stands for all resolutions below 720p. */
  resolution: Schema.optional(orFieldText(resolutions)),
  sort: sortBy("duration", "resolution")
})
export type MovingItemFilter = typeof MovingItemFilter.Type

/** Filters on fields that only items of some kinds have. Items of other kinds never match. */
export const ofOthers = {
  /** Restricts the list to books of this series. */
  bookSeriesId: Schema.optional(Uuid),
  /** Restricts the list to books by this author. */
  authorId: Schema.optional(Uuid),
  format: Schema.optional(orFieldText(BookFormat.literals)),
  /** A BCP 47 language tag, ignoring case. */
  language: Schema.optional(SafeText(50))
}
/** `number` is the position in a series. `takenAt` applies to images. */
const anyOrders = ["duration", "resolution", "number", "takenAt", "artist", "album"] as const
export const AnyItemSort = orderOf(...anyOrders)
export type ItemSortName = ItemOrder | (typeof anyOrders)[number]
/** Filters for tracks and albums. */
export const byArtist = {
  /** Restricts the list to tracks by this artist and to albums with this album artist. */
  artistId: Schema.optional(Uuid),
  /** Restricts the list to albums by other artists that contain tracks by this artist. */
  guestId: Schema.optional(Uuid)
}
/** All parameters that any list accepts. */
export const AnyItemFilter = Schema.Struct({
  ...MovingItemFilter.fields,
  ...ofOthers,
  ...byArtist,
  sort: sortBy(...anyOrders)
})
export type AnyItemFilter = typeof AnyItemFilter.Type

const RatingBody = Body({ rating: Rating })
/** If `deleteFile` is not set, the file is kept on disk and scans skip it. */
const RemoveParams = Schema.Struct({ deleteFile: Schema.optional(QueryBoolean) })
const OkRemoved = Ok("RemoveItemResponse", TrashEntry)
const OkUserState = Ok("UserStateResponse", UserState)

/** The properties of the routes that differ between kinds of items. */
interface KindContract<
  List extends HttpApiEndpoint.HttpApiEndpoint.Any,
  Detail extends Schema.Schema.AnyNoContext,
  Report extends Schema.Schema.AnyNoContext,
  Patch extends Schema.Schema.AnyNoContext
> {
  /** The capitalized singular name of the kind, used as the prefix of schema names. */
  readonly name: string
  readonly path: `/${string}`
  /** The `GET` endpoint of `path`, with the kind's own filter. */
  readonly list: List
  readonly detail: Detail
  /** The schema of progress reports, for kinds whose players or readers send more than a position. */
  readonly report?: Report
  /** The schema of edits, for kinds with fields of their own that can be edited. */
  readonly patch?: Patch
}

/** Returns the API group with the routes that every kind of item has. */
export const itemGroup = <
  const Id extends string,
  List extends HttpApiEndpoint.HttpApiEndpoint.Any,
  Detail extends Schema.Schema.AnyNoContext,
  Report extends Schema.Schema.AnyNoContext = typeof ProgressReport,
  Patch extends Schema.Schema.AnyNoContext = typeof ItemPatch
>(
  id: Id,
  {
    detail,
    list,
    name,
    patch = ItemPatch as Schema.Schema.AnyNoContext as Patch,
    path,
    report = ProgressReport as Schema.Schema.AnyNoContext as Report
  }: KindContract<List, Detail, Report, Patch>
) => {
  const item = resource({ name, path, detail, summary: detail })
  return HttpApiGroup.make(id)
    .add(list)
    .add(item.get)
    .add(item.update.setPayload(patch).addError(FailAdminRequired).addError(FailConflict))
    .add(
      HttpApiEndpoint.del("remove", `${path}/:id`)
        .setPath(idPath)
        .setUrlParams(RemoveParams)
        .addSuccess(OkRemoved)
        .addError(FailNotFound)
        .addError(FailAdminRequired)
        .addError(FailConflict)
        .addError(FailFileNotMovable)
    )
    .add(
      HttpApiEndpoint.put("rate", `${path}/:id/rating`)
        .setPath(idPath)
        .setPayload(RatingBody)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.put("favorite", `${path}/:id/favorite`)
        .setPath(idPath)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.del("unfavorite", `${path}/:id/favorite`)
        .setPath(idPath)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.put("watch", `${path}/:id/watched`)
        .setPath(idPath)
        .addSuccess(OkUserState)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.del("unwatch", `${path}/:id/watched`)
        .setPath(idPath)
        .addSuccess(OkUserState)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.post("play", `${path}/:id/play`)
        .setPath(idPath)
        .setPayload(PlayStart)
        .addSuccess(OkUserState)
        .addError(FailInvalid)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.put("progress", `${path}/:id/progress`)
        .setPath(idPath)
        .setPayload(report)
        .addSuccess(OkUserState)
        .addError(FailInvalid)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.del("forgetProgress", `${path}/:id/progress`)
        .setPath(idPath)
        .addSuccess(OkUserState)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .middleware(RequireSession)
}

/** Returns the summary and detail schemas of a kind that does not have its own fields yet. */
export const plainItem = <const Kind extends string>(kind: Kind, name: string) => {
  const fields = { ...itemSummaryFields, kind: Schema.Literal(kind) }
  return {
    summary: Schema.Struct(fields).annotations({ identifier: `${name}Summary` }),
    detail: Schema.Struct({ ...fields, ...itemDetailFields, sourceUrl: Schema.String }).annotations({
      identifier: name
    })
  }
}
