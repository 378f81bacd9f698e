// Made by `npm run generate`. Do not edit.
import { AutoTagLive } from "@media/features/app/auto-tag/http"
import { BulkAdminLive, BulkLive } from "@media/features/app/bulk/http"
import { CollectionsLive } from "@media/features/app/collections/http"
import { DuplicatesLive } from "@media/features/app/duplicates/http"
import { AuthorsLive, PerformersLive, StudiosLive, TagTreeLive, TagsLive } from "@media/features/app/entities/http"
import { EntityBulkAdminLive, EntityBulkLive } from "@media/features/app/entity-bulk/http"
import { HistoryAdminLive, HistoryLive } from "@media/features/app/history/http"
import { HomeAdminLive, HomeLive } from "@media/features/app/home/http"
import { JobsLive } from "@media/features/app/operations/http"
import { PluginsLive } from "@media/features/app/plugins/http"
import { ReceivedRequestsLive, RequestsLive } from "@media/features/app/requests/http"
import { RulesLive } from "@media/features/app/rules/http"
import { SearchLive } from "@media/features/app/search/http"
import { SimilarLive } from "@media/features/app/similar/http"
import { AlbumHistoryLive, AuthorHistoryLive, BookHistoryLive, GalleryHistoryLive, ImageHistoryLive, PerformerHistoryLive, SeasonHistoryLive, SeriesHistoryLive, StudioHistoryLive, TagHistoryLive, TrackHistoryLive, VideoHistoryLive } from "@media/features/app/timeline/http"
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
import { ClassificationAdminLive, ClassificationLive, EpisodeVersionsLive, EpisodesLive, MovieVersionsLive, MoviesLive, SeasonsLive, SeriesContentsLive, SeriesLive, SeriesMergeLive } from "@media/features/media/series/http"
import { SimulatorLive } from "@media/features/media/series/simulatorHttp"
import { VideosAdminLive, VideosLive } from "@media/features/media/videos/http"
import { AcceptLive, ProposalsLive } from "@media/features/metadata/proposals/http"
import { ScraperPackagesLive, ScrapersLive } from "@media/features/metadata/scrapers/http"
import { StashboxLive } from "@media/features/metadata/stashbox/http"
import { BookmarksLive } from "@media/features/playback/bookmarks/http"
import { LyricsLive } from "@media/features/playback/lyrics/http"
import { MarkersAdminLive, MarkersLive, TrackMarkersAdminLive, TrackMarkersLive } from "@media/features/playback/markers/http"
import { PicturesAdminLive } from "@media/features/playback/pictures/http"
import { PlaybackLive } from "@media/features/playback/streaming/http"
import { SubtitlesAdminLive, SubtitlesLive } from "@media/features/playback/subtitles/http"
import { ReadingKeysLive } from "@media/features/reading/reading-apps/http"

/** The handlers that the first request to one of them loads, by group. */
export const lazyHandlers = {
  autoTag: AutoTagLive,
  bulkAdmin: BulkAdminLive,
  bulk: BulkLive,
  collections: CollectionsLive,
  duplicates: DuplicatesLive,
  tagTree: TagTreeLive,
  performers: PerformersLive,
  studios: StudiosLive,
  tags: TagsLive,
  authors: AuthorsLive,
  entityBulkAdmin: EntityBulkAdminLive,
  entityBulk: EntityBulkLive,
  history: HistoryLive,
  historyAdmin: HistoryAdminLive,
  home: HomeLive,
  homeAdmin: HomeAdminLive,
  jobs: JobsLive,
  plugins: PluginsLive,
  requests: RequestsLive,
  receivedRequests: ReceivedRequestsLive,
  rules: RulesLive,
  search: SearchLive,
  similar: SimilarLive,
  videoHistory: VideoHistoryLive,
  seriesHistory: SeriesHistoryLive,
  seasonHistory: SeasonHistoryLive,
  imageHistory: ImageHistoryLive,
  galleryHistory: GalleryHistoryLive,
  albumHistory: AlbumHistoryLive,
  trackHistory: TrackHistoryLive,
  bookHistory: BookHistoryLive,
  performerHistory: PerformerHistoryLive,
  studioHistory: StudioHistoryLive,
  tagHistory: TagHistoryLive,
  authorHistory: AuthorHistoryLive,
  undo: UndoLive,
  views: ViewsLive,
  authPublic: AuthPublicLive,
  session: SessionLive,
  auth: AuthLive,
  upgrade: UpgradeLive,
  usersAdmin: UsersAdminLive,
  view: ViewLive,
  fingerprintsAdmin: FingerprintsAdminLive,
  librariesAdmin: LibrariesAdminLive,
  libraries: LibrariesLive,
  storage: StorageLive,
  trash: TrashLive,
  uploads: UploadsLive,
  albums: AlbumsLive,
  albumTracks: AlbumTracksLive,
  artists: ArtistsLive,
  audioTracks: AudioTracksLive,
  books: BooksLive,
  bookReading: BookReadingLive,
  bookFacets: BookFacetsLive,
  galleries: GalleriesLive,
  galleryContents: GalleryContentsLive,
  images: ImagesLive,
  series: SeriesLive,
  seriesMerge: SeriesMergeLive,
  seasons: SeasonsLive,
  seriesContents: SeriesContentsLive,
  movies: MoviesLive,
  episodes: EpisodesLive,
  movieVersions: MovieVersionsLive,
  episodeVersions: EpisodeVersionsLive,
  simulator: SimulatorLive,
  classification: ClassificationLive,
  classificationAdmin: ClassificationAdminLive,
  videos: VideosLive,
  videosAdmin: VideosAdminLive,
  proposals: ProposalsLive,
  acceptProposals: AcceptLive,
  scrapers: ScrapersLive,
  scraperPackages: ScraperPackagesLive,
  stashbox: StashboxLive,
  bookmarks: BookmarksLive,
  lyrics: LyricsLive,
  markers: MarkersLive,
  markersAdmin: MarkersAdminLive,
  trackMarkers: TrackMarkersLive,
  trackMarkersAdmin: TrackMarkersAdminLive,
  picturesAdmin: PicturesAdminLive,
  playback: PlaybackLive,
  subtitles: SubtitlesLive,
  subtitlesAdmin: SubtitlesAdminLive,
  readingKeys: ReadingKeysLive
} as const
