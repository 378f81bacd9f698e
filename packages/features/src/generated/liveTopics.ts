// Made by `npm run generate`. Do not edit.
import type { LiveTopic } from "../LiveTopic.ts"
import { accountsTopic } from "../accounts/live.ts"
import { albumsTopic } from "../albums/live.ts"
import { audioTopic } from "../audio/live.ts"
import { bookmarksTopic } from "../bookmarks/live.ts"
import { booksTopic } from "../books/live.ts"
import { duplicatesTopic } from "../duplicates/live.ts"
import { galleriesTopic } from "../galleries/live.ts"
import { itemsTopic } from "../items/live.ts"
import { librariesTopic } from "../libraries/live.ts"
import { markersTopic } from "../markers/live.ts"
import { picturesTopic } from "../pictures/live.ts"
import { previewsTopic } from "../previews/live.ts"
import { settingsTopic } from "../settings/live.ts"
import { subtitlesTopic } from "../subtitles/live.ts"
import { userItemsTopic } from "../user-items/live.ts"
import { videosTopic } from "../videos/live.ts"

export const liveTopics = [
  accountsTopic,
  albumsTopic,
  audioTopic,
  bookmarksTopic,
  booksTopic,
  duplicatesTopic,
  galleriesTopic,
  itemsTopic,
  librariesTopic,
  markersTopic,
  picturesTopic,
  previewsTopic,
  settingsTopic,
  subtitlesTopic,
  userItemsTopic,
  videosTopic
] as const satisfies ReadonlyArray<LiveTopic>
