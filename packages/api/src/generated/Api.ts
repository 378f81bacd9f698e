// Made by `npm run generate`. Do not edit.
import * as HttpApi from "@effect/platform/HttpApi"
import { API_ID } from "@media/wire/ApiId"
import { FailInvalid } from "@media/wire/WireError"
import { AuthGroup, AuthPublicGroup, SessionGroup } from "@media/features/accounts/contract"
import { AlbumTracksGroup, AlbumsGroup, ArtistsGroup } from "@media/features/albums/contract"
import { AudioTracksGroup } from "@media/features/audio/contract"
import { AuditGroup } from "@media/features/audit/contract"
import { BookmarksGroup } from "@media/features/bookmarks/contract"
import { BookReadingGroup, BookShelvesGroup, BooksGroup } from "@media/features/books/contract"
import { BulkAdminGroup, BulkGroup } from "@media/features/bulk/contract"
import { DuplicatesGroup } from "@media/features/duplicates/contract"
import { FingerprintsAdminGroup } from "@media/features/fingerprints/contract"
import { GalleriesGroup, GalleryContentsGroup } from "@media/features/galleries/contract"
import { HomeAdminGroup, HomeGroup } from "@media/features/home/contract"
import { ImagesGroup } from "@media/features/images/contract"
import { LibrariesAdminGroup, LibrariesGroup } from "@media/features/libraries/contract"
import { LyricsGroup } from "@media/features/lyrics/contract"
import { MarkersAdminGroup, MarkersGroup, TrackMarkersAdminGroup, TrackMarkersGroup } from "@media/features/markers/contract"
import { JobsGroup } from "@media/features/operations/contract"
import { PicturesAdminGroup } from "@media/features/pictures/contract"
import { PlaybackGroup } from "@media/features/playback/contract"
import { ReadingKeysGroup } from "@media/features/reading-apps/contract"
import { SettingsAdminGroup, SettingsGroup } from "@media/features/settings/contract"
import { StorageGroup } from "@media/features/storage/contract"
import { SubtitlesAdminGroup, SubtitlesGroup } from "@media/features/subtitles/contract"
import { ClientGroup, HealthGroup, SystemAdminGroup, SystemGroup } from "@media/features/system/contract"
import { TrashGroup } from "@media/features/trash/contract"
import { UiPrefsGroup } from "@media/features/ui-prefs/contract"
import { UpgradeGroup } from "@media/features/upgrade/contract"
import { UploadsGroup } from "@media/features/uploads/contract"
import { UsersAdminGroup, ViewGroup } from "@media/features/users/contract"
import { VideosAdminGroup, VideosGroup } from "@media/features/videos/contract"

/** Every JSON route of the service. */
export const Api = HttpApi.make(API_ID)
  .add(AuthPublicGroup)
  .add(SessionGroup)
  .add(AuthGroup)
  .add(AlbumsGroup)
  .add(AlbumTracksGroup)
  .add(ArtistsGroup)
  .add(AudioTracksGroup)
  .add(AuditGroup)
  .add(BookmarksGroup)
  .add(BooksGroup)
  .add(BookReadingGroup)
  .add(BookShelvesGroup)
  .add(BulkAdminGroup)
  .add(BulkGroup)
  .add(DuplicatesGroup)
  .add(FingerprintsAdminGroup)
  .add(GalleriesGroup)
  .add(GalleryContentsGroup)
  .add(HomeGroup)
  .add(HomeAdminGroup)
  .add(ImagesGroup)
  .add(LibrariesAdminGroup)
  .add(LibrariesGroup)
  .add(LyricsGroup)
  .add(MarkersGroup)
  .add(MarkersAdminGroup)
  .add(TrackMarkersGroup)
  .add(TrackMarkersAdminGroup)
  .add(JobsGroup)
  .add(PicturesAdminGroup)
  .add(PlaybackGroup)
  .add(ReadingKeysGroup)
  .add(SettingsGroup)
  .add(SettingsAdminGroup)
  .add(StorageGroup)
  .add(SubtitlesGroup)
  .add(SubtitlesAdminGroup)
  .add(HealthGroup)
  .add(SystemGroup)
  .add(SystemAdminGroup)
  .add(ClientGroup)
  .add(TrashGroup)
  .add(UiPrefsGroup)
  .add(UpgradeGroup)
  .add(UploadsGroup)
  .add(UsersAdminGroup)
  .add(ViewGroup)
  .add(VideosGroup)
  .add(VideosAdminGroup)
  .addError(FailInvalid)
