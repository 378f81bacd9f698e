// Made by `npm run generate`. Do not edit.
import * as HttpApi from "@effect/platform/HttpApi"
import { API_ID } from "@media/wire/ApiId"
import { FailInvalid } from "@media/wire/WireError"
import { AuthGroup, AuthPublicGroup } from "@media/features/accounts/contract"
import { AudioTracksGroup } from "@media/features/audio/contract"
import { BooksGroup } from "@media/features/books/contract"
import { ImagesGroup } from "@media/features/images/contract"
import { ItemsAdminGroup } from "@media/features/items/contract"
import { LibrariesAdminGroup, LibrariesGroup } from "@media/features/libraries/contract"
import { JobsGroup } from "@media/features/operations/contract"
import { PlaybackGroup } from "@media/features/playback/contract"
import { SettingsAdminGroup, SettingsGroup } from "@media/features/settings/contract"
import { HealthGroup, SystemGroup } from "@media/features/system/contract"
import { VideosAdminGroup, VideosGroup } from "@media/features/videos/contract"

/** Every JSON route of the service. */
export const Api = HttpApi.make(API_ID)
  .add(AuthPublicGroup)
  .add(AuthGroup)
  .add(AudioTracksGroup)
  .add(BooksGroup)
  .add(ImagesGroup)
  .add(ItemsAdminGroup)
  .add(LibrariesAdminGroup)
  .add(LibrariesGroup)
  .add(JobsGroup)
  .add(PlaybackGroup)
  .add(SettingsGroup)
  .add(SettingsAdminGroup)
  .add(HealthGroup)
  .add(SystemGroup)
  .add(VideosGroup)
  .add(VideosAdminGroup)
  .addError(FailInvalid)
