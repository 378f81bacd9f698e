// Made by `npm run generate`. Do not edit.
import * as Layer from "effect/Layer"
import { AuthLive, AuthPublicLive } from "@media/features/accounts/http"
import { AudioTracksLive } from "@media/features/audio/http"
import { BooksLive } from "@media/features/books/http"
import { ImagesLive } from "@media/features/images/http"
import { ItemsAdminLive } from "@media/features/items/http"
import { LibrariesAdminLive, LibrariesLive } from "@media/features/libraries/http"
import { JobsLive } from "@media/features/operations/http"
import { PlaybackLive } from "@media/features/playback/http"
import { SettingsAdminLive, SettingsLive } from "@media/features/settings/http"
import { HealthLive, SystemLive } from "@media/features/system/http"
import { VideosAdminLive, VideosLive } from "@media/features/videos/http"

/** The handlers of every group of the API. */
export const handlers = Layer.mergeAll(
  AuthPublicLive,
  AuthLive,
  AudioTracksLive,
  BooksLive,
  ImagesLive,
  ItemsAdminLive,
  LibrariesAdminLive,
  LibrariesLive,
  JobsLive,
  PlaybackLive,
  SettingsLive,
  SettingsAdminLive,
  HealthLive,
  SystemLive,
  VideosLive,
  VideosAdminLive
)
