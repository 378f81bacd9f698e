// Made by `npm run generate`. Do not edit.
import * as Layer from "effect/Layer"
import { lazyGroup } from "../LazyGroup.ts"
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
import { SettingsAdminLive, SettingsLive } from "@media/features/platform/settings/http"
import { ClientLive, HealthLive, SystemAdminLive, SystemLive } from "@media/features/platform/system/http"
import { UiPrefsLive } from "@media/features/platform/ui-prefs/http"
import { BookmarksGroup } from "@media/features/playback/bookmarks/contract"
import { LyricsGroup } from "@media/features/playback/lyrics/contract"
import { MarkersAdminGroup, MarkersGroup, TrackMarkersAdminGroup, TrackMarkersGroup } from "@media/features/playback/markers/contract"
import { PicturesAdminGroup } from "@media/features/playback/pictures/contract"
import { PlaybackGroup } from "@media/features/playback/streaming/contract"
import { SubtitlesAdminGroup, SubtitlesGroup } from "@media/features/playback/subtitles/contract"
import { ReadingKeysGroup } from "@media/features/reading/reading-apps/contract"

const later = () => import("./lazyHandlers.ts")

/** The handlers of every group of the API. */
export const handlers = Layer.mergeAll(
  lazyGroup(AutoTagGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.autoTag)),
  lazyGroup(BulkAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.bulkAdmin)),
  lazyGroup(BulkGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.bulk)),
  lazyGroup(CollectionsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.collections)),
  lazyGroup(DuplicatesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.duplicates)),
  lazyGroup(TagTreeGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.tagTree)),
  lazyGroup(PerformersGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.performers)),
  lazyGroup(StudiosGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.studios)),
  lazyGroup(TagsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.tags)),
  lazyGroup(AuthorsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.authors)),
  lazyGroup(EntityBulkAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.entityBulkAdmin)),
  lazyGroup(EntityBulkGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.entityBulk)),
  lazyGroup(HistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.history)),
  lazyGroup(HistoryAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.historyAdmin)),
  lazyGroup(HomeGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.home)),
  lazyGroup(HomeAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.homeAdmin)),
  lazyGroup(JobsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.jobs)),
  lazyGroup(PluginsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.plugins)),
  lazyGroup(RequestsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.requests)),
  lazyGroup(ReceivedRequestsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.receivedRequests)),
  lazyGroup(RulesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.rules)),
  lazyGroup(SearchRoutes, () => later().then(({ lazyHandlers }) => lazyHandlers.search)),
  lazyGroup(SimilarGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.similar)),
  lazyGroup(VideoHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.videoHistory)),
  lazyGroup(SeriesHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.seriesHistory)),
  lazyGroup(SeasonHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.seasonHistory)),
  lazyGroup(ImageHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.imageHistory)),
  lazyGroup(GalleryHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.galleryHistory)),
  lazyGroup(AlbumHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.albumHistory)),
  lazyGroup(TrackHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.trackHistory)),
  lazyGroup(BookHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.bookHistory)),
  lazyGroup(PerformerHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.performerHistory)),
  lazyGroup(StudioHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.studioHistory)),
  lazyGroup(TagHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.tagHistory)),
  lazyGroup(AuthorHistoryGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.authorHistory)),
  lazyGroup(UndoGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.undo)),
  lazyGroup(ViewsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.views)),
  lazyGroup(AuthPublicGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.authPublic)),
  lazyGroup(SessionGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.session)),
  lazyGroup(AuthGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.auth)),
  lazyGroup(UpgradeGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.upgrade)),
  lazyGroup(UsersAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.usersAdmin)),
  lazyGroup(ViewGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.view)),
  lazyGroup(FingerprintsAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.fingerprintsAdmin)),
  lazyGroup(LibrariesAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.librariesAdmin)),
  lazyGroup(LibrariesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.libraries)),
  lazyGroup(StorageGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.storage)),
  lazyGroup(TrashGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.trash)),
  lazyGroup(UploadsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.uploads)),
  lazyGroup(AlbumsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.albums)),
  lazyGroup(AlbumTracksGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.albumTracks)),
  lazyGroup(ArtistsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.artists)),
  lazyGroup(AudioTracksGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.audioTracks)),
  lazyGroup(BooksGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.books)),
  lazyGroup(BookReadingGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.bookReading)),
  lazyGroup(BookFacetsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.bookFacets)),
  lazyGroup(GalleriesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.galleries)),
  lazyGroup(GalleryContentsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.galleryContents)),
  lazyGroup(ImagesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.images)),
  lazyGroup(SeriesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.series)),
  lazyGroup(SeriesMergeGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.seriesMerge)),
  lazyGroup(SeasonsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.seasons)),
  lazyGroup(SeriesContentsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.seriesContents)),
  lazyGroup(MoviesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.movies)),
  lazyGroup(EpisodesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.episodes)),
  lazyGroup(MovieVersionsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.movieVersions)),
  lazyGroup(EpisodeVersionsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.episodeVersions)),
  lazyGroup(SimulatorGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.simulator)),
  lazyGroup(ClassificationGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.classification)),
  lazyGroup(ClassificationAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.classificationAdmin)),
  lazyGroup(VideosGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.videos)),
  lazyGroup(VideosAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.videosAdmin)),
  lazyGroup(ProposalsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.proposals)),
  lazyGroup(AcceptGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.acceptProposals)),
  lazyGroup(ScrapersGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.scrapers)),
  lazyGroup(ScraperPackagesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.scraperPackages)),
  lazyGroup(StashboxGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.stashbox)),
  SettingsLive,
  SettingsAdminLive,
  HealthLive,
  SystemLive,
  SystemAdminLive,
  ClientLive,
  UiPrefsLive,
  lazyGroup(BookmarksGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.bookmarks)),
  lazyGroup(LyricsGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.lyrics)),
  lazyGroup(MarkersGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.markers)),
  lazyGroup(MarkersAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.markersAdmin)),
  lazyGroup(TrackMarkersGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.trackMarkers)),
  lazyGroup(TrackMarkersAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.trackMarkersAdmin)),
  lazyGroup(PicturesAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.picturesAdmin)),
  lazyGroup(PlaybackGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.playback)),
  lazyGroup(SubtitlesGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.subtitles)),
  lazyGroup(SubtitlesAdminGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.subtitlesAdmin)),
  lazyGroup(ReadingKeysGroup, () => later().then(({ lazyHandlers }) => lazyHandlers.readingKeys))
)
