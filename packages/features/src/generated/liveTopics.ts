// Made by `npm run generate`. Do not edit.
import type { LiveTopic } from "../LiveTopic.ts"
import { duplicatesTopic } from "../app/duplicates/live.ts"
import { requestsTopic } from "../app/requests/live.ts"
import { rulesTopic } from "../app/rules/live.ts"
import { viewsTopic } from "../app/views/live.ts"
import { groupsTopic, itemsTopic } from "../catalog/items/live.ts"
import { collectionsTopic } from "../catalog/membership/live.ts"
import { relatedTopic } from "../catalog/related/live.ts"
import { userItemsTopic } from "../catalog/user-items/live.ts"
import { userRelatedTopic } from "../catalog/user-related/live.ts"
import { accountsTopic } from "../identity/accounts/live.ts"
import { librariesTopic } from "../library/libraries/live.ts"
import { albumsTopic } from "../media/albums/live.ts"
import { audioTopic } from "../media/audio/live.ts"
import { booksTopic } from "../media/books/live.ts"
import { galleriesTopic } from "../media/galleries/live.ts"
import { nextUpTopic, seasonTopic, seriesScanTopic, seriesTopic } from "../media/series/live.ts"
import { videosTopic } from "../media/videos/live.ts"
import { settingsTopic } from "../platform/settings/live.ts"
import { bookmarksTopic } from "../playback/bookmarks/live.ts"
import { markersTopic } from "../playback/markers/live.ts"
import { picturesTopic } from "../playback/pictures/live.ts"
import { previewsTopic } from "../playback/previews/live.ts"
import { subtitlesTopic } from "../playback/subtitles/live.ts"

export const liveTopics = [
  duplicatesTopic,
  requestsTopic,
  rulesTopic,
  viewsTopic,
  groupsTopic,
  itemsTopic,
  collectionsTopic,
  relatedTopic,
  userItemsTopic,
  userRelatedTopic,
  accountsTopic,
  librariesTopic,
  albumsTopic,
  audioTopic,
  booksTopic,
  galleriesTopic,
  seriesTopic,
  seasonTopic,
  nextUpTopic,
  seriesScanTopic,
  videosTopic,
  settingsTopic,
  bookmarksTopic,
  markersTopic,
  picturesTopic,
  previewsTopic,
  subtitlesTopic
] as const satisfies ReadonlyArray<LiveTopic>
