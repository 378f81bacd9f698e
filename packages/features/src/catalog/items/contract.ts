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

/** List fields of an item of any kind, in addition to its `kind`. */
export const itemSummaryFields = {
  id: Uuid,
  title: Schema.String,
  status: ItemStatus,
  isMissing: Schema.Boolean,
  isNsfw: Schema.Boolean,
  isOrganized: Schema.Boolean,
  libraryId: Uuid,
  /** A day such as 2024-05-31, or a year. */
  date: Schema.NullOr(Schema.String),
  userState: UserState,
  /** Null without a picture. */
  picture: Schema.NullOr(Picture),
  /** Bytes. */
  size: Schema.Number,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** A row of a list that mixes kinds. */
export const MixedItem = Schema.Struct({
  ...itemSummaryFields,
  kind: ItemKind,
  /** For a video; null for other kinds. */
  type: Schema.NullOr(Schema.Literal("movie", "episode", "video")),
  /** Seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** Displayed size: rotation is applied. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /** For a started book: the unit of `userState.position`, its pages or 100 percent. */
  pages: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "MixedItem" })
export type MixedItem = typeof MixedItem.Type

/** Hashes of the file in hexadecimal; null until they are known. */
export const Fingerprints = Schema.Struct({
  md5: Schema.NullOr(Schema.String),
  oshash: Schema.NullOr(Schema.String),
  /** The perceptual hash. */
  phash: Schema.NullOr(Schema.String),
  /** Why this content has no `phash`. */
  phashFailure: Schema.NullOr(Schema.String)
}).annotations({ identifier: "Fingerprints" })
export type Fingerprints = typeof Fingerprints.Type

/** The additional fields of an item's page. */
export const itemDetailFields = {
  sortTitle: Schema.String,
  details: Schema.NullOr(Schema.String),
  ...describedFields,
  rootId: Uuid,
  /** Relative to the library root. */
  path: Schema.String,
  /** Why the file cannot be used, or was not examined, when status is `failed`. */
  failure: Schema.NullOr(Schema.String),
  /** The reason in `failure` may be temporary (no permission, a canceled job), so examining the file again may help. */
  isFailurePassing: Schema.Boolean,
  fingerprints: Fingerprints,
  ...relatedFields,
  /** Counts the edits of this item; a PATCH may send it back to notice an edit by someone else. */
  version: Schema.Int
}

/** A day, or a year if only that is known. */
export const CalendarDate = Schema.String.pipe(
  Schema.filter((text) => isYear(text) || isDay(text), {
    message: () => "must be a date such as 2024-05-31, or a year"
  })
)
/** The fields of every kind that an edit may set. */
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
  /** Fields whose edit by a user is removed, so that the next source is shown. */
  reset: Schema.optional(Schema.Array(ResettableField).pipe(Schema.maxItems(100))),
  /** The version that the edit is based on. If the same fields were edited later, the answer is 409. */
  expectedVersion: Schema.optional(
    Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))
  )
}
export const ItemPatch = Body(itemPatchFields)
export type ItemPatch = typeof ItemPatch.Type

/**
 * Sort orders that depend on the data of a kind. A list by `lastPlayedAt` contains only items that the caller has
 * played, and one by `rating` only items that the caller has rated.
 */
const itemOrders = [
  "createdAt",
  "title",
  "date",
  "size",
  "random",
  "lastPlayedAt",
  "rating",
  /** The position in the group given by `parentId`. Without `parentId`, sorts by title. */
  "ordinal"
] as const
type ItemOrder = (typeof itemOrders)[number]
const orderOf = <Order extends string>(
  ...orders: ReadonlyArray<Order>
): Schema.Schema<ItemOrder | Order | SortText, string> =>
  Schema.Union(Schema.Literal(...itemOrders, ...orders), SortText([...itemOrders, ...orders]))
/**
 * The order of a list: one or several of the orders that every kind has and of the given ones. Newest first by default.
 */
export const sortBy = <Order extends string = never>(...orders: ReadonlyArray<Order>) =>
  Schema.optionalWith(orderOf(...orders), { default: () => "createdAt" as const })

const filterFields = {
  ...pageParams,
  /** Words of the name, and conditions such as `duration>1h -is:watched`: the fields are in docs/generated/fields.md. */
  q: Schema.optional(SafeText(queryLimits.text)),
  libraryId: Schema.optional(Uuid),
  /** Items in this group. */
  parentId: Schema.optional(Uuid),
  status: Schema.optional(orFieldText(ItemStatus.literals)),
  isMissing: Schema.optional(QueryBoolean),
  isOrganized: Schema.optional(QueryBoolean),
  /** Filters by the caller's own state, like the next two. */
  isFavorite: Schema.optional(QueryBoolean),
  isWatched: Schema.optional(QueryBoolean),
  /** Started and not finished, as in "Continue watching". */
  isInProgress: Schema.optional(QueryBoolean),
  /** Minimum of the caller's own rating, 0 to 100. */
  ratingMin: Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, 100))),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
}
export const ItemFilter = ListParams({
  ...filterFields,
  sort: sortBy()
})
/** Seconds. */
const Duration = Schema.NumberFromString.pipe(Schema.finite(), Schema.between(0, 1e9))
const timedFields = {
  ...filterFields,
  /** Both ends are inclusive; items without a known duration do not match. */
  durationMin: Schema.optional(Duration),
  durationMax: Schema.optional(Duration),
  /** For tracks: the artist or the album artist in any case, or the album. Items of other kinds have neither. */
  artist: Schema.optional(SafeText(500)),
  album: Schema.optional(SafeText(500))
}
/** For kinds with a duration. */
export const TimedItemFilter = ListParams({
  ...timedFields,
  sort: sortBy("duration")
})
/** For kinds with a duration and a resolution. */
export const MovingItemFilter = ListParams({
  ...timedFields,
  /** `sd` is everything below 720p. */
  resolution: Schema.optional(orFieldText(resolutions)),
  sort: sortBy("duration", "resolution")
})
export type MovingItemFilter = typeof MovingItemFilter.Type

/** Filters that only some kinds have. Items of other kinds never match them. */
export const ofOthers = {
  /** Parts of this series. */
  bookSeriesId: Schema.optional(Uuid),
  /** Books by this author. */
  authorId: Schema.optional(Uuid),
  format: Schema.optional(orFieldText(BookFormat.literals)),
  /** A BCP 47 tag, in letters of any case. */
  language: Schema.optional(SafeText(50))
}
/** `number`: the position in a series; `takenAt`: of images. */
const anyOrders = ["duration", "resolution", "number", "takenAt", "artist", "album"] as const
export const AnyItemSort = orderOf(...anyOrders)
/** The name of one order. */
export type ItemSortName = ItemOrder | (typeof anyOrders)[number]
/** Filters of tracks and albums. */
export const byArtist = {
  /** For tracks: an artist of the track. For albums: the album artist. */
  artistId: Schema.optional(Uuid),
  /** Albums by others that contain tracks of this artist. */
  guestId: Schema.optional(Uuid)
}
/** All parameters of any list. */
export const AnyItemFilter = Schema.Struct({
  ...MovingItemFilter.fields,
  ...ofOthers,
  ...byArtist,
  sort: sortBy(...anyOrders)
})
export type AnyItemFilter = typeof AnyItemFilter.Type

const RatingBody = Body({ rating: Rating })
/** Without `deleteFile`, the file stays on the disk and scans skip it. */
const RemoveParams = Schema.Struct({ deleteFile: Schema.optional(QueryBoolean) })
const OkRemoved = Ok("RemoveItemResponse", TrashEntry)
const OkUserState = Ok("UserStateResponse", UserState)

/** The names that a kind uses. */
interface KindContract<
  List extends HttpApiEndpoint.HttpApiEndpoint.Any,
  Detail extends Schema.Schema.AnyNoContext,
  Report extends Schema.Schema.AnyNoContext
> {
  /** Capitalized and singular; names of schemas begin with it. */
  readonly name: string
  readonly path: `/${string}`
  /** `GET` of the path, with the kind's own filter. */
  readonly list: List
  readonly detail: Detail
  /** For kinds whose readers report more than a position. */
  readonly report?: Report
}

/** The routes that every kind of item has. */
export const itemGroup = <
  const Id extends string,
  List extends HttpApiEndpoint.HttpApiEndpoint.Any,
  Detail extends Schema.Schema.AnyNoContext,
  Report extends Schema.Schema.AnyNoContext = typeof ProgressReport
>(
  id: Id,
  {
    detail,
    list,
    name,
    path,
    report = ProgressReport as Schema.Schema.AnyNoContext as Report
  }: KindContract<List, Detail, Report>
) => {
  const item = resource({ name, path, detail, summary: detail })
  return HttpApiGroup.make(id)
    .add(list)
    .add(item.get)
    .add(item.update.setPayload(ItemPatch).addError(FailAdminRequired).addError(FailConflict))
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

/** Schemas of a kind without fields of its own yet. */
export const plainItem = <const Kind extends string>(kind: Kind, name: string) => {
  const fields = { ...itemSummaryFields, kind: Schema.Literal(kind) }
  return {
    summary: Schema.Struct(fields).annotations({ identifier: `${name}Summary` }),
    detail: Schema.Struct({ ...fields, ...itemDetailFields, sourceUrl: Schema.String }).annotations({
      identifier: name
    })
  }
}
