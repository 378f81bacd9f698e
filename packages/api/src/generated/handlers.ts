// Made by `npm run generate`. Do not edit.
import * as Layer from "effect/Layer"
import { AutoTagLive } from "@media/features/app/auto-tag/http"
import { BulkAdminLive, BulkLive } from "@media/features/app/bulk/http"
import { CollectionsLive } from "@media/features/app/collections/http"
import { DuplicatesLive } from "@media/features/app/duplicates/http"
import { PerformersLive, StudiosLive, TagTreeLive, TagsLive } from "@media/features/app/entities/http"
import { EntityBulkAdminLive, EntityBulkLive } from "@media/features/app/entity-bulk/http"
import { HistoryLive } from "@media/features/app/history/http"
import { HomeAdminLive, HomeLive } from "@media/features/app/home/http"
import { JobsLive } from "@media/features/app/operations/http"
import { PluginsLive } from "@media/features/app/plugins/http"
import { ReceivedRequestsLive, RequestsLive } from "@media/features/app/requests/http"
import { RulesLive } from "@media/features/app/rules/http"
import { SearchLive } from "@media/features/app/search/http"
import { SimilarLive } from "@media/features/app/similar/http"
import { AlbumHistoryLive, BookHistoryLive, GalleryHistoryLive, ImageHistoryLive, PerformerHistoryLive, SeasonHistoryLive, SeriesHistoryLive, StudioHistoryLive, TagHistoryLive, TrackHistoryLive, VideoHistoryLive } from "@media/features/app/timeline/http"
import { UndoLive } from "@media/features/app/undo/http"
import { ViewsLive } from "@media/features/app/views/http"
import { AuthLive, AuthPublicLive, SessionLive } from "@media/features/identity/accounts/http"
import { UpgradeLive } from "@media/features/identity/upgrade/http"
import { UsersAdminLive, ViewLive } from "@media/features/identity/users/http"
import { FingerprintsAdminLive } from "@media/features/library/fingerprints/http"
import { LibrariesAdminLive, LibrariesLive } from "@media/features/library/libraries/http"
import { StorageLive } from "@media/features/library/storage/http"
import { TrashLive } from "@media/features/library/trash/http"
import { UploadsLive } from "@media/features/library/uploads/http"
import { AlbumTracksLive, AlbumsLive, ArtistsLive } from "@media/features/media/albums/http"
import { AudioTracksLive } from "@media/features/media/audio/http"
import { BookFacetsLive, BookReadingLive, BooksLive } from "@media/features/media/books/http"
import { GalleriesLive, GalleryContentsLive } from "@media/features/media/galleries/http"
import { ImagesLive } from "@media/features/media/images/http"
import { ClassificationAdminLive, ClassificationLive, EpisodeVersionsLive, EpisodesLive, MovieVersionsLive, MoviesLive, SeasonsLive, SeriesContentsLive, SeriesLive, SimulatorLive } from "@media/features/media/series/http"
import { VideosAdminLive, VideosLive } from "@media/features/media/videos/http"
import { AcceptLive, ProposalsLive } from "@media/features/metadata/proposals/http"
import { ScraperPackagesLive, ScrapersLive } from "@media/features/metadata/scrapers/http"
import { StashboxLive } from "@media/features/metadata/stashbox/http"
import { SettingsAdminLive, SettingsLive } from "@media/features/platform/settings/http"
import { ClientLive, HealthLive, SystemAdminLive, SystemLive } from "@media/features/platform/system/http"
import { UiPrefsLive } from "@media/features/platform/ui-prefs/http"
import { BookmarksLive } from "@media/features/playback/bookmarks/http"
import { LyricsLive } from "@media/features/playback/lyrics/http"
import { MarkersAdminLive, MarkersLive, TrackMarkersAdminLive, TrackMarkersLive } from "@media/features/playback/markers/http"
import { PicturesAdminLive } from "@media/features/playback/pictures/http"
import { PlaybackLive } from "@media/features/playback/streaming/http"
import { SubtitlesAdminLive, SubtitlesLive } from "@media/features/playback/subtitles/http"
import { ReadingKeysLive } from "@media/features/reading/reading-apps/http"

/** The handlers of every group of the API. */
export const handlers = Layer.mergeAll(
  AutoTagLive,
  BulkAdminLive,
  BulkLive,
  CollectionsLive,
  DuplicatesLive,
  TagTreeLive,
  PerformersLive,
  StudiosLive,
  TagsLive,
  EntityBulkAdminLive,
  EntityBulkLive,
  HistoryLive,
  HomeLive,
  HomeAdminLive,
  JobsLive,
  PluginsLive,
  RequestsLive,
  ReceivedRequestsLive,
  RulesLive,
  SearchLive,
  SimilarLive,
  VideoHistoryLive,
  SeriesHistoryLive,
  SeasonHistoryLive,
  ImageHistoryLive,
  GalleryHistoryLive,
  AlbumHistoryLive,
  TrackHistoryLive,
  BookHistoryLive,
  PerformerHistoryLive,
  StudioHistoryLive,
  TagHistoryLive,
  UndoLive,
  ViewsLive,
  AuthPublicLive,
  SessionLive,
  AuthLive,
  UpgradeLive,
  UsersAdminLive,
  ViewLive,
  FingerprintsAdminLive,
  LibrariesAdminLive,
  LibrariesLive,
  StorageLive,
  TrashLive,
  UploadsLive,
  AlbumsLive,
  AlbumTracksLive,
  ArtistsLive,
  AudioTracksLive,
  BooksLive,
  BookReadingLive,
  BookFacetsLive,
  GalleriesLive,
  GalleryContentsLive,
  ImagesLive,
  SeriesLive,
  SeasonsLive,
  SeriesContentsLive,
  MoviesLive,
  EpisodesLive,
  MovieVersionsLive,
  EpisodeVersionsLive,
  SimulatorLive,
  ClassificationLive,
  ClassificationAdminLive,
  VideosLive,
  VideosAdminLive,
  ProposalsLive,
  AcceptLive,
  ScrapersLive,
  ScraperPackagesLive,
  StashboxLive,
  SettingsLive,
  SettingsAdminLive,
  HealthLive,
  SystemLive,
  SystemAdminLive,
  ClientLive,
  UiPrefsLive,
  BookmarksLive,
  LyricsLive,
  MarkersLive,
  MarkersAdminLive,
  TrackMarkersLive,
  TrackMarkersAdminLive,
  PicturesAdminLive,
  PlaybackLive,
  SubtitlesLive,
  SubtitlesAdminLive,
  ReadingKeysLive
)
