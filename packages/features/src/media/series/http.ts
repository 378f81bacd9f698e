import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { asked, bounded } from "../../catalog/items/asked.ts"
import type { ItemPatch } from "../../catalog/items/contract.ts"
import { itemHandlers, type AtId } from "../../catalog/items/http.ts"
import { updateItem } from "../../catalog/items/commands.ts"
import { removeItem } from "../../library/trash/commands.ts"
import { setGroupWatched, dismissNextUp } from "./commands.ts"
import { SeasonsGroup, SeriesContentsGroup, SeriesGroup } from "./contract.ts"
import {
  ClassificationAdminGroup,
  ClassificationGroup,
  EpisodesGroup,
  MoviesGroup
} from "./episodeContract.ts"
import { extrasOfSeries } from "./attached.ts"
import { getEpisode, getMovie, listEpisodes, listMovies } from "./episodes.ts"
import { getClassification, setClassification } from "./classification.ts"
import { attachVersion, choosePrimary, detachVersion, setParts } from "./versions.ts"
import { EpisodeVersionsGroup, MovieVersionsGroup, type VersionInput } from "./versionsContract.ts"
import { mergeSeries } from "./merge.ts"
import { SeriesMergeGroup } from "./mergeContract.ts"
import { listMovieSets } from "./movieSets.ts"
import { nextUpOf } from "./nextUp.ts"
import { placedEpisodes } from "./placed.ts"
import { seasonReads, seasonsOf, seriesReads } from "./queries.ts"
import { renumberEpisodes, updateEpisode } from "./renumber.ts"

const watching = (kind: "series" | "season") => ({
  watch: ({ path }: AtId) => respondTo((principal) => setGroupWatched(principal, kind, path.id, true)),
  unwatch: ({ path }: AtId) => respondTo((principal) => setGroupWatched(principal, kind, path.id, false))
})

interface OfVersion {
  readonly path: { readonly id: string; readonly videoId: string }
}

const versionHandlers = (role: "movie" | "episode") => ({
  attach: ({ path, payload }: AtId & { readonly payload: VersionInput }) =>
    respondTo((principal) => Effect.as(attachVersion(principal, role, path.id, payload), null)),
  detach: ({ path }: OfVersion) =>
    respondTo((principal) => Effect.as(detachVersion(principal, role, path.id, path.videoId), null)),
  choosePrimary: ({ path, payload }: AtId & { readonly payload: { readonly videoId: string } }) =>
    respondTo((principal) => Effect.as(choosePrimary(principal, role, path.id, payload.videoId), null)),
  setParts: ({ path, payload }: AtId & { readonly payload: { readonly videoIds: ReadonlyArray<string> } }) =>
    respondTo((principal) => Effect.as(setParts(principal, role, path.id, payload.videoIds), null))
})

export const SeriesLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(SeriesGroup), "series", (handlers) =>
  handleAll(handlers, { ...itemHandlers({ ...seriesReads, remove: removeItem }), ...watching("series") })
)

export const SeasonsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SeasonsGroup),
  "seasons",
  (handlers) =>
    handleAll(handlers, { ...itemHandlers({ ...seasonReads, remove: removeItem }), ...watching("season") })
)

export const SeriesContentsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SeriesContentsGroup),
  "seriesContents",
  (handlers) =>
    handlers
      .handle("seasons", ({ path, urlParams }) =>
        respondTo((principal) =>
          Effect.zipRight(
            seriesReads.get(principal, path.id),
            seasonsOf(principal, path.id, urlParams.page, urlParams.perPage)
          )
        )
      )
      .handle("extras", ({ path }) =>
        respondTo((principal) =>
          Effect.gen(function* () {
            yield* seriesReads.get(principal, path.id)
            return { items: yield* extrasOfSeries(principal, path.id) }
          })
        )
      )
      .handle("episodes", ({ path, urlParams }) =>
        respondTo((principal) =>
          Effect.zipRight(
            seasonReads.get(principal, path.id),
            urlParams.placed === true
              ? placedEpisodes(principal, path.id, urlParams)
              : listEpisodes(principal, { ...urlParams, parentId: path.id, sort: "ordinal", order: "asc" })
          )
        )
      )
      .handle("nextUp", ({ urlParams }) =>
        respondTo((principal) => Effect.map(nextUpOf(principal, urlParams), (items) => ({ items })))
      )
      .handle("dismissNextUp", ({ path, payload }) =>
        respondTo((principal) => Effect.as(dismissNextUp(principal, path.id, payload.dismissed), null))
      )
)

export const MoviesLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(MoviesGroup), "movies", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) =>
      respondTo((principal) =>
        Effect.flatMap(asked(principal, "video", urlParams), (filter) =>
          bounded(filter, listMovies(principal, filter))
        )
      )
    )
    .handle("get", Serve.get(getMovie))
    .handle("sets", ({ urlParams }) => respondTo((principal) => listMovieSets(principal, urlParams)))
    .handle(
      "update",
      Serve.update((principal, id, patch: ItemPatch) =>
        Effect.gen(function* () {
          yield* getMovie(principal, id)
          yield* updateItem(principal, id, patch)
          return yield* getMovie({ ...principal, showNsfw: true }, id)
        })
      )
    )
)

export const EpisodesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(EpisodesGroup),
  "episodes",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams: { seasonId, seriesId, ...urlParams } }) =>
        respondTo((principal) =>
          Effect.flatMap(asked(principal, "video", urlParams), (filter) =>
            bounded(
              filter,
              listEpisodes(principal, {
                ...filter,
                ...(seasonId === undefined ? {} : { parentId: seasonId }),
                ofSeries: seriesId
              })
            )
          )
        )
      )
      .handle("get", Serve.get(getEpisode))
      .handle("update", Serve.update(updateEpisode))
)

export const ClassificationLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ClassificationGroup),
  "classification",
  (handlers) => handlers.handle("get", Serve.get(getClassification))
)

export const ClassificationAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ClassificationAdminGroup),
  "classificationAdmin",
  (handlers) =>
    handlers
      .handle("set", ({ path, payload }) =>
        respondTo((principal) => setClassification(principal, path.id, payload))
      )
      .handle("renumber", ({ payload }) =>
        respondTo((principal) => Effect.as(renumberEpisodes(principal, payload), null))
      )
)

export const MovieVersionsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(MovieVersionsGroup),
  "movieVersions",
  (handlers) => handleAll(handlers, versionHandlers("movie"))
)

export const EpisodeVersionsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(EpisodeVersionsGroup),
  "episodeVersions",
  (handlers) => handleAll(handlers, versionHandlers("episode"))
)

export const SeriesMergeLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SeriesMergeGroup),
  "seriesMerge",
  (handlers) =>
    handlers.handle("merge", ({ path, payload }) =>
      respondTo((principal) => mergeSeries(principal, path.id, payload))
    )
)
