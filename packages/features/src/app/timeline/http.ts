import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import type { EntityKind } from "../../EntityKind.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { undoOfTarget } from "../undo/commands.ts"
import type { TargetUndoBody } from "../undo/contract.ts"
import { asOf } from "./asOf.ts"
import {
  AlbumHistoryGroup,
  AuthorHistoryGroup,
  BookHistoryGroup,
  GalleryHistoryGroup,
  ImageHistoryGroup,
  PerformerHistoryGroup,
  SeasonHistoryGroup,
  SeriesHistoryGroup,
  StudioHistoryGroup,
  TagHistoryGroup,
  TrackHistoryGroup,
  VideoHistoryGroup,
  type AsOfParams,
  type TimelineParams
} from "./contract.ts"
import { findTarget, timelineOf } from "./queries.ts"

interface AtId {
  readonly path: { readonly id: string }
}

/** Returns the handlers of `timelineGroup` for one kind of item or entity. */
const timelineHandlers = (kind: ItemKind | EntityKind) => ({
  list: ({ path: { id }, urlParams }: AtId & { readonly urlParams: TimelineParams }) =>
    respondTo((principal) =>
      Effect.flatMap(findTarget(principal, kind, id), (target) => timelineOf(principal, target, urlParams))
    ),
  asOf: ({ path: { id }, urlParams }: AtId & { readonly urlParams: AsOfParams }) =>
    respondTo((principal) =>
      Effect.flatMap(findTarget(principal, kind, id), (target) => asOf(principal, target, urlParams))
    ),
  undo: ({ path: { id }, payload }: AtId & { readonly payload: TargetUndoBody }) =>
    respondTo((principal) =>
      Effect.flatMap(findTarget(principal, kind, id), (target) => undoOfTarget(principal, target, payload))
    )
})

export const VideoHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(VideoHistoryGroup),
  "videoHistory",
  (handlers) => handleAll(handlers, timelineHandlers("video"))
)

export const SeriesHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SeriesHistoryGroup),
  "seriesHistory",
  (handlers) => handleAll(handlers, timelineHandlers("series"))
)

export const SeasonHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SeasonHistoryGroup),
  "seasonHistory",
  (handlers) => handleAll(handlers, timelineHandlers("season"))
)

export const ImageHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ImageHistoryGroup),
  "imageHistory",
  (handlers) => handleAll(handlers, timelineHandlers("image"))
)

export const GalleryHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(GalleryHistoryGroup),
  "galleryHistory",
  (handlers) => handleAll(handlers, timelineHandlers("gallery"))
)

export const AlbumHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AlbumHistoryGroup),
  "albumHistory",
  (handlers) => handleAll(handlers, timelineHandlers("album"))
)

export const TrackHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(TrackHistoryGroup),
  "trackHistory",
  (handlers) => handleAll(handlers, timelineHandlers("track"))
)

export const BookHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BookHistoryGroup),
  "bookHistory",
  (handlers) => handleAll(handlers, timelineHandlers("book"))
)

export const PerformerHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(PerformerHistoryGroup),
  "performerHistory",
  (handlers) => handleAll(handlers, timelineHandlers("performer"))
)

export const StudioHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(StudioHistoryGroup),
  "studioHistory",
  (handlers) => handleAll(handlers, timelineHandlers("studio"))
)

export const AuthorHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AuthorHistoryGroup),
  "authorHistory",
  (handlers) => handleAll(handlers, timelineHandlers("author"))
)

export const TagHistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(TagHistoryGroup),
  "tagHistory",
  (handlers) => handleAll(handlers, timelineHandlers("tag"))
)
