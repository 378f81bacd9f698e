import * as HttpApi from "@effect/platform/HttpApi"
import { AuthGroup, AuthPublicGroup } from "@media/features/accounts/contract"
import { LibrariesAdminGroup, LibrariesGroup } from "@media/features/libraries/contract"
import { JobsGroup } from "@media/features/operations/contract"
import { PlaybackGroup } from "@media/features/playback/contract"
import { SettingsAdminGroup, SettingsGroup } from "@media/features/settings/contract"
import { HealthGroup, SystemGroup } from "@media/features/system/contract"
import { VideosAdminGroup, VideosGroup } from "@media/features/videos/contract"
import { API_ID } from "@media/wire/ApiId"
import { FailInvalid } from "@media/wire/WireError"

/** Every JSON route of the service. A slice joins by one `.add`. Static paths come before `:id` ones. */
export const Api = HttpApi.make(API_ID)
  .add(HealthGroup)
  .add(SystemGroup)
  .add(AuthPublicGroup)
  .add(AuthGroup)
  .add(SettingsGroup)
  .add(SettingsAdminGroup)
  .add(LibrariesAdminGroup)
  .add(LibrariesGroup)
  .add(VideosGroup)
  .add(VideosAdminGroup)
  .add(PlaybackGroup)
  .add(JobsGroup)
  .addError(FailInvalid)
