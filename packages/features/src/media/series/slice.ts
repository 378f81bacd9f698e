import { defineSlice } from "../../defineSlice.ts"
import { librariesOutdated, librariesToClassify } from "./backfill.ts"
import { SeasonsGroup, SeriesContentsGroup, SeriesGroup } from "./contract.ts"
import {
  ClassificationAdminGroup,
  ClassificationGroup,
  EpisodesGroup,
  MoviesGroup
} from "./episodeContract.ts"
import { seriesEvents } from "./events.ts"
import { seriesFields } from "./fields.ts"
import { seriesHistory } from "./history.ts"
import {
  ClassificationAdminLive,
  ClassificationLive,
  EpisodesLive,
  EpisodeVersionsLive,
  MoviesLive,
  MovieVersionsLive,
  SeasonsLive,
  SeriesContentsLive,
  SeriesLive,
  SeriesMergeLive
} from "./http.ts"
import { SimulatorLive } from "./simulatorHttp.ts"
import { seasonKind, seriesKind } from "./kind.ts"
import { SeriesMergeGroup } from "./mergeContract.ts"
import { nextUpTopic, seasonTopic, seriesScanTopic, seriesTopic } from "./live.ts"
import { seriesPolicy } from "./policy.ts"
import { seriesScanProcessor } from "./processor.ts"
import { seriesProjection } from "./projection.ts"
import { seriesScan } from "./queue.ts"
import { EpisodeVersionsGroup, MovieVersionsGroup } from "./versionsContract.ts"
import { SimulatorGroup } from "./simulatorContract.ts"
import { mergeUndo, numbersUndo, renumberedUndo } from "./undo.ts"
import { classificationSummary, renumberedSummary, seriesSummary } from "./summaries.ts"

export const seriesSlice = defineSlice({
  name: "series",
  about: "movies and episodes, the series and seasons they form, and the next episode to watch",
  stores: "events, on the streams of videos, series and seasons; dismissals on the streams of accounts",
  events: seriesEvents,
  fields: seriesFields,
  history: seriesHistory,
  undo: [numbersUndo, renumberedUndo, mergeUndo],
  projections: [seriesProjection],
  policies: [seriesPolicy],
  queues: [{ definition: seriesScan, processor: seriesScanProcessor, backfill: librariesToClassify }],
  groups: [
    [SeriesGroup, SeriesLive],
    [SeriesMergeGroup, SeriesMergeLive],
    [SeasonsGroup, SeasonsLive],
    [SeriesContentsGroup, SeriesContentsLive],
    [MoviesGroup, MoviesLive],
    [EpisodesGroup, EpisodesLive],
    [MovieVersionsGroup, MovieVersionsLive],
    [EpisodeVersionsGroup, EpisodeVersionsLive],
    [SimulatorGroup, SimulatorLive],
    [ClassificationGroup, ClassificationLive],
    [ClassificationAdminGroup, ClassificationAdminLive]
  ],
  live: [seriesTopic, seasonTopic, nextUpTopic, seriesScanTopic],
  kinds: [seriesKind, seasonKind],
  summaries: [classificationSummary, renumberedSummary, seriesSummary],
  afterScan: [librariesOutdated],
  concepts: {
    adopt: "copies the user state of a file that becomes a version of another one",
    adoptDescription: "copies edited and reviewed values of a file that becomes a version of another one",
    alternatives: "other ways to read the name of a video",
    attaching: "attaches versions, parts and extras to their works",
    attached: "loads the versions, parts and extras of a work",
    classification: "reads and records what users say a video is",
    classify: "classifies the videos of a library from all their names (pure)",
    classifyLibrary: "classifies the videos of a library and updates its series and seasons",
    compareNaming: "compares the classification by file names with the one that a library holds",
    episodeContract: "the routes of movies, episodes and classifications",
    episodeCounts: "counts the episodes of a series or a season",
    episodes: "lists and loads episodes and movies",
    facts: "the facts of a video, from its name or entered by a user",
    fillFields: "fills the empty fields of a series or season when another one is merged into it",
    grouping: "groups episodes into series and seasons",
    known: "loads the current videos, series and seasons of a library",
    knownMerges: "loads the merged series of a library",
    merge: "merges a series into another one",
    mergeContract: "the route that merges series",
    mergeProjection: "the projection of merged series",
    merged: "treats the episodes of merged series as those of their targets",
    movieSetContract: "the route that lists movie sets",
    movieSets: "lists the movie sets that a viewer sees",
    setMembership: "SQL that decides whether a movie is in a movie set with several movies",
    nextUp: "finds the next episode of each series for a viewer",
    nextUpEvaluator:
      "a simple implementation of the choice of the next episode, with which tests compare the SQL",
    numbersProjection: "the projection of numbers from reviewed results",
    placed: "lists the episodes of a season together with the specials that air between them",
    reviewedNumbers: "numbers from a reviewed result, which later scans keep",
    preview: "shows how a changed setting of a library would reclassify its videos",
    renumber: "renumbers one or several episodes as a user requests",
    simulate: "shows how a library would classify a list of file paths, without any files",
    simulatorContract: "the routes of the simulator and the preview",
    simulatorHttp: "answers the requests of the simulator and the preview",
    unitedWorks: "chooses the primary file of an episode whose series were merged",
    uniting: "applies the merged series of a library to its episodes",
    versions: "changes versions and parts as a user requests",
    versionsContract: "the routes of versions and parts",
    shownTitle: "the title of a video that no user has edited"
  }
})
