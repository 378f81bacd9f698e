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
  SimulatorLive
} from "./http.ts"
import { seasonKind, seriesKind } from "./kind.ts"
import { nextUpTopic, seasonTopic, seriesScanTopic, seriesTopic } from "./live.ts"
import { seriesPolicy } from "./policy.ts"
import { seriesScanProcessor } from "./processor.ts"
import { seriesProjection } from "./projection.ts"
import { seriesScan } from "./queue.ts"
import { EpisodeVersionsGroup, MovieVersionsGroup } from "./versionsContract.ts"
import { SimulatorGroup } from "./simulatorContract.ts"
import { numbersUndo, renumberedUndo } from "./undo.ts"
import { classificationSummary, renumberedSummary, seriesSummary } from "./summaries.ts"

export const seriesSlice = defineSlice({
  name: "series",
  about:
    "which videos are movies and which are episodes, the series and seasons of these, and which episode comes next",
  stores: "events, on the streams of videos, series and seasons; dismissals on streams of accounts",
  events: seriesEvents,
  fields: seriesFields,
  history: seriesHistory,
  undo: [numbersUndo, renumberedUndo],
  projections: [seriesProjection],
  policies: [seriesPolicy],
  queues: [{ definition: seriesScan, processor: seriesScanProcessor, backfill: librariesToClassify }],
  groups: [
    [SeriesGroup, SeriesLive],
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
    adopt: "what viewers did with a file that becomes a version of another one",
    adoptDescription:
      "what users and reviewed results say about a file that becomes a version of another one",
    attaching: "attaches versions, parts and extras to their works",
    attached: "the versions, parts and extras of a work",
    classification: "what a person says a video is, and what its name says",
    classify: "what each video of a library is by the names of all of them",
    classifyLibrary: "brings the videos, series and seasons of a library to what the names say",
    episodeContract: "the routes of movies, episodes and classifications",
    episodeCounts: "counts of the episodes below a series or a season",
    episodes: "lists and pages of episodes and movies",
    facts: "what is known of a video by its name or a person's word",
    grouping: "the series and seasons that episodes say there are",
    known: "the videos, series and seasons of a library as they are now",
    movieSetContract: "the route of sets of movies",
    movieSets: "the sets of movies that a viewer sees",
    setMembership: "whether a movie is in a set of several",
    nextUp: "the episode that comes next for a viewer, of each series",
    nextUpEvaluator: "the same decision as a plain program, which tests compare the statement with",
    placed: "the episodes of a season with the specials that air between them",
    reviewedNumbers: "numbers that a reviewed result states, which later scans keep",
    preview: "what a change of a library's setting would make of its videos",
    renumber: "numbers that a person gives to one episode or many",
    simulate: "what a tree of files would become, for those who name files",
    simulatorContract: "the route for that",
    versions: "versions and parts that a person sets",
    versionsContract: "the routes for them",
    shownTitle: "the title of a video without one by hand"
  }
})
