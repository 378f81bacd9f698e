// Made by `npm run generate`. Do not edit.
import * as Layer from "effect/Layer"
import { AuthLive, AuthPublicLive, SessionLive } from "@media/features/accounts/http"
import { AlbumTracksLive, AlbumsLive, ArtistsLive } from "@media/features/albums/http"
import { AudioTracksLive } from "@media/features/audio/http"
import { AuditLive } from "@media/features/audit/http"
import { BookmarksLive } from "@media/features/bookmarks/http"
import { BookReadingLive, BookShelvesLive, BooksLive } from "@media/features/books/http"
import { BulkAdminLive, BulkLive } from "@media/features/bulk/http"
import { DuplicatesLive } from "@media/features/duplicates/http"
import { FingerprintsAdminLive } from "@media/features/fingerprints/http"
import { GalleriesLive, GalleryContentsLive } from "@media/features/galleries/http"
import { HomeAdminLive, HomeLive } from "@media/features/home/http"
import { ImagesLive } from "@media/features/images/http"
import { LibrariesAdminLive, LibrariesLive } from "@media/features/libraries/http"
import { LyricsLive } from "@media/features/lyrics/http"
import { MarkersAdminLive, MarkersLive, TrackMarkersAdminLive, TrackMarkersLive } from "@media/features/markers/http"
import { JobsLive } from "@media/features/operations/http"
import { PicturesAdminLive } from "@media/features/pictures/http"
import { PlaybackLive } from "@media/features/playback/http"
import { ReadingKeysLive } from "@media/features/reading-apps/http"
import { SettingsAdminLive, SettingsLive } from "@media/features/settings/http"
import { StorageLive } from "@media/features/storage/http"
import { SubtitlesAdminLive, SubtitlesLive } from "@media/features/subtitles/http"
import { ClientLive, HealthLive, SystemAdminLive, SystemLive } from "@media/features/system/http"
import { TrashLive } from "@media/features/trash/http"
import { UiPrefsLive } from "@media/features/ui-prefs/http"
import { UpgradeLive } from "@media/features/upgrade/http"
import { UploadsLive } from "@media/features/uploads/http"
import { UsersAdminLive, ViewLive } from "@media/features/users/http"
import { VideosAdminLive, VideosLive } from "@media/features/videos/http"

/** The handlers of every group of the API. */
export const handlers = Layer.mergeAll(
  AuthPublicLive,
  SessionLive,
  AuthLive,
  AlbumsLive,
  AlbumTracksLive,
  ArtistsLive,
  AudioTracksLive,
  AuditLive,
  BookmarksLive,
  BooksLive,
  BookReadingLive,
  BookShelvesLive,
  BulkAdminLive,
  BulkLive,
  DuplicatesLive,
  FingerprintsAdminLive,
  GalleriesLive,
  GalleryContentsLive,
  HomeLive,
  HomeAdminLive,
  ImagesLive,
  LibrariesAdminLive,
  LibrariesLive,
  LyricsLive,
  MarkersLive,
  MarkersAdminLive,
  TrackMarkersLive,
  TrackMarkersAdminLive,
  JobsLive,
  PicturesAdminLive,
  PlaybackLive,
  ReadingKeysLive,
  SettingsLive,
  SettingsAdminLive,
  StorageLive,
  SubtitlesLive,
  SubtitlesAdminLive,
  HealthLive,
  SystemLive,
  SystemAdminLive,
  ClientLive,
  TrashLive,
  UiPrefsLive,
  UpgradeLive,
  UploadsLive,
  UsersAdminLive,
  ViewLive,
  VideosLive,
  VideosAdminLive
)
