import { defineSlice } from "../../defineSlice.ts"
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
  VideoHistoryGroup
} from "./contract.ts"
import {
  AlbumHistoryLive,
  AuthorHistoryLive,
  BookHistoryLive,
  GalleryHistoryLive,
  ImageHistoryLive,
  PerformerHistoryLive,
  SeasonHistoryLive,
  SeriesHistoryLive,
  StudioHistoryLive,
  TagHistoryLive,
  TrackHistoryLive,
  VideoHistoryLive
} from "./http.ts"

export const timelineSlice = defineSlice({
  name: "timeline",
  about: "shows the history of one item, performer, studio or tag, and its values at an earlier time",
  stores: "nothing",
  groups: [
    [VideoHistoryGroup, VideoHistoryLive],
    [SeriesHistoryGroup, SeriesHistoryLive],
    [SeasonHistoryGroup, SeasonHistoryLive],
    [ImageHistoryGroup, ImageHistoryLive],
    [GalleryHistoryGroup, GalleryHistoryLive],
    [AlbumHistoryGroup, AlbumHistoryLive],
    [TrackHistoryGroup, TrackHistoryLive],
    [BookHistoryGroup, BookHistoryLive],
    [PerformerHistoryGroup, PerformerHistoryLive],
    [StudioHistoryGroup, StudioHistoryLive],
    [TagHistoryGroup, TagHistoryLive],
    [AuthorHistoryGroup, AuthorHistoryLive]
  ],
  concepts: {
    asOf: "the values of an item or entity at an earlier time, compared with the current ones",
    histories: "reads the events of several streams"
  }
})
