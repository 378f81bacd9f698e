// Made by `npm run generate`. Do not edit.
import * as HttpApi from "@effect/platform/HttpApi"
import { API_ID } from "@media/wire/ApiId"
import { FailInvalid } from "@media/wire/WireError"
import { AutoTagGroup } from "@media/features/app/auto-tag/contract"
import { BulkAdminGroup, BulkGroup } from "@media/features/app/bulk/contract"
import { CollectionsGroup } from "@media/features/app/collections/contract"
import { DuplicatesGroup } from "@media/features/app/duplicates/contract"
import { AuthorsGroup, PerformersGroup, StudiosGroup, TagTreeGroup, TagsGroup } from "@media/features/app/entities/contract"
import { EntityBulkAdminGroup, EntityBulkGroup } from "@media/features/app/entity-bulk/contract"
import { HistoryAdminGroup, HistoryGroup } from "@media/features/app/history/contract"
import { HomeAdminGroup, HomeGroup } from "@media/features/app/home/contract"
import { JobsGroup } from "@media/features/app/operations/contract"
import { PluginsGroup } from "@media/features/app/plugins/contract"
import { ReceivedRequestsGroup, RequestsGroup } from "@media/features/app/requests/contract"
import { RulesGroup } from "@media/features/app/rules/contract"
import { SearchRoutes } from "@media/features/app/search/contract"
import { SimilarGroup } from "@media/features/app/similar/contract"
import { AlbumHistoryGroup, AuthorHistoryGroup, BookHistoryGroup, GalleryHistoryGroup, ImageHistoryGroup, PerformerHistoryGroup, SeasonHistoryGroup, SeriesHistoryGroup, StudioHistoryGroup, TagHistoryGroup, TrackHistoryGroup, VideoHistoryGroup } from "@media/features/app/timeline/contract"
import { UndoGroup } from "@media/features/app/undo/contract"
import { ViewsGroup } from "@media/features/app/views/contract"
import { AuthGroup, AuthPublicGroup, SessionGroup } from "@media/features/identity/accounts/contract"
import { UpgradeGroup } from "@media/features/identity/upgrade/contract"
import { UsersAdminGroup, ViewGroup } from "@media/features/identity/users/contract"
import { FingerprintsAdminGroup } from "@media/features/library/fingerprints/contract"
import { LibrariesAdminGroup, LibrariesGroup } from "@media/features/library/libraries/contract"
import { StorageGroup } from "@media/features/library/storage/contract"
import { TrashGroup } from "@media/features/library/trash/contract"
import { UploadsGroup } from "@media/features/library/uploads/contract"
import { AlbumTracksGroup, AlbumsGroup, ArtistsGroup } from "@media/features/media/albums/contract"
import { AudioTracksGroup } from "@media/features/media/audio/contract"
import { BookFacetsGroup, BookReadingGroup, BooksGroup } from "@media/features/media/books/contract"
import { GalleriesGroup, GalleryContentsGroup } from "@media/features/media/galleries/contract"
import { ImagesGroup } from "@media/features/media/images/contract"
import { SeasonsGroup, SeriesContentsGroup, SeriesGroup } from "@media/features/media/series/contract"
import { ClassificationAdminGroup, ClassificationGroup, EpisodesGroup, MoviesGroup } from "@media/features/media/series/episodeContract"
import { SeriesMergeGroup } from "@media/features/media/series/mergeContract"
import { SimulatorGroup } from "@media/features/media/series/simulatorContract"
import { EpisodeVersionsGroup, MovieVersionsGroup } from "@media/features/media/series/versionsContract"
import { VideosAdminGroup, VideosGroup } from "@media/features/media/videos/contract"
import { AcceptGroup, ProposalsGroup } from "@media/features/metadata/proposals/contract"
import { ScraperPackagesGroup, ScrapersGroup } from "@media/features/metadata/scrapers/contract"
import { StashboxGroup } from "@media/features/metadata/stashbox/contract"
import { SettingsAdminGroup, SettingsGroup } from "@media/features/platform/settings/contract"
import { ClientGroup, HealthGroup, SystemAdminGroup, SystemGroup } from "@media/features/platform/system/contract"
import { UiPrefsGroup } from "@media/features/platform/ui-prefs/contract"
import { BookmarksGroup } from "@media/features/playback/bookmarks/contract"
import { LyricsGroup } from "@media/features/playback/lyrics/contract"
import { MarkersAdminGroup, MarkersGroup, TrackMarkersAdminGroup, TrackMarkersGroup } from "@media/features/playback/markers/contract"
import { PicturesAdminGroup } from "@media/features/playback/pictures/contract"
import { PlaybackGroup } from "@media/features/playback/streaming/contract"
import { SubtitlesAdminGroup, SubtitlesGroup } from "@media/features/playback/subtitles/contract"
import { ReadingKeysGroup } from "@media/features/reading/reading-apps/contract"

/** Every JSON route of the service. */
export const Api = HttpApi.make(API_ID)
  .add(AutoTagGroup)
  .add(BulkAdminGroup)
  .add(BulkGroup)
  .add(CollectionsGroup)
  .add(DuplicatesGroup)
  .add(TagTreeGroup)
  .add(PerformersGroup)
  .add(StudiosGroup)
  .add(TagsGroup)
  .add(AuthorsGroup)
  .add(EntityBulkAdminGroup)
  .add(EntityBulkGroup)
  .add(HistoryGroup)
  .add(HistoryAdminGroup)
  .add(HomeGroup)
  .add(HomeAdminGroup)
  .add(JobsGroup)
  .add(PluginsGroup)
  .add(RequestsGroup)
  .add(ReceivedRequestsGroup)
  .add(RulesGroup)
  .add(SearchRoutes)
  .add(SimilarGroup)
  .add(VideoHistoryGroup)
  .add(SeriesHistoryGroup)
  .add(SeasonHistoryGroup)
  .add(ImageHistoryGroup)
  .add(GalleryHistoryGroup)
  .add(AlbumHistoryGroup)
  .add(TrackHistoryGroup)
  .add(BookHistoryGroup)
  .add(PerformerHistoryGroup)
  .add(StudioHistoryGroup)
  .add(TagHistoryGroup)
  .add(AuthorHistoryGroup)
  .add(UndoGroup)
  .add(ViewsGroup)
  .add(AuthPublicGroup)
  .add(SessionGroup)
  .add(AuthGroup)
  .add(UpgradeGroup)
  .add(UsersAdminGroup)
  .add(ViewGroup)
  .add(FingerprintsAdminGroup)
  .add(LibrariesAdminGroup)
  .add(LibrariesGroup)
  .add(StorageGroup)
  .add(TrashGroup)
  .add(UploadsGroup)
  .add(AlbumsGroup)
  .add(AlbumTracksGroup)
  .add(ArtistsGroup)
  .add(AudioTracksGroup)
  .add(BooksGroup)
  .add(BookReadingGroup)
  .add(BookFacetsGroup)
  .add(GalleriesGroup)
  .add(GalleryContentsGroup)
  .add(ImagesGroup)
  .add(SeriesGroup)
  .add(SeriesMergeGroup)
  .add(SeasonsGroup)
  .add(SeriesContentsGroup)
  .add(MoviesGroup)
  .add(EpisodesGroup)
  .add(MovieVersionsGroup)
  .add(EpisodeVersionsGroup)
  .add(SimulatorGroup)
  .add(ClassificationGroup)
  .add(ClassificationAdminGroup)
  .add(VideosGroup)
  .add(VideosAdminGroup)
  .add(ProposalsGroup)
  .add(AcceptGroup)
  .add(ScrapersGroup)
  .add(ScraperPackagesGroup)
  .add(StashboxGroup)
  .add(SettingsGroup)
  .add(SettingsAdminGroup)
  .add(HealthGroup)
  .add(SystemGroup)
  .add(SystemAdminGroup)
  .add(ClientGroup)
  .add(UiPrefsGroup)
  .add(BookmarksGroup)
  .add(LyricsGroup)
  .add(MarkersGroup)
  .add(MarkersAdminGroup)
  .add(TrackMarkersGroup)
  .add(TrackMarkersAdminGroup)
  .add(PicturesAdminGroup)
  .add(PlaybackGroup)
  .add(SubtitlesGroup)
  .add(SubtitlesAdminGroup)
  .add(ReadingKeysGroup)
  .addError(FailInvalid)
