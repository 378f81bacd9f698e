// Made by `npm run generate`. Do not edit.
import { duplicateHistory } from "../app/duplicates/history.ts"
import { pluginHistory } from "../app/plugins/history.ts"
import { requestHistory } from "../app/requests/history.ts"
import { ruleHistory } from "../app/rules/history.ts"
import { viewHistory } from "../app/views/history.ts"
import { itemHistory } from "../catalog/items/history.ts"
import { collectionHistory } from "../catalog/membership/history.ts"
import { relatedHistory } from "../catalog/related/history.ts"
import { relationHistory } from "../catalog/relations/history.ts"
import { userItemHistory } from "../catalog/user-items/history.ts"
import { userRelatedHistory } from "../catalog/user-related/history.ts"
import { accountHistory } from "../identity/accounts/history.ts"
import { fingerprintHistory } from "../library/fingerprints/history.ts"
import { libraryHistory } from "../library/libraries/history.ts"
import { storageHistory } from "../library/storage/history.ts"
import { albumHistory } from "../media/albums/history.ts"
import { trackHistory } from "../media/audio/history.ts"
import { bookHistory } from "../media/books/history.ts"
import { galleryHistory } from "../media/galleries/history.ts"
import { imageHistory } from "../media/images/history.ts"
import { seriesHistory } from "../media/series/history.ts"
import { videoHistory } from "../media/videos/history.ts"
import { proposalHistory } from "../metadata/proposals/history.ts"
import { settingsHistory } from "../platform/settings/history.ts"
import { gateHistory } from "../platform/system/history.ts"
import { bookmarkHistory } from "../playback/bookmarks/history.ts"
import { markerHistory } from "../playback/markers/history.ts"
import { pictureHistory } from "../playback/pictures/history.ts"
import { previewHistory } from "../playback/previews/history.ts"
import { subtitleHistory } from "../playback/subtitles/history.ts"

/** The text of the events of each slice in the history. */
export const histories = [
  duplicateHistory,
  pluginHistory,
  requestHistory,
  ruleHistory,
  viewHistory,
  itemHistory,
  collectionHistory,
  relatedHistory,
  relationHistory,
  userItemHistory,
  userRelatedHistory,
  accountHistory,
  fingerprintHistory,
  libraryHistory,
  storageHistory,
  albumHistory,
  trackHistory,
  bookHistory,
  galleryHistory,
  imageHistory,
  seriesHistory,
  videoHistory,
  proposalHistory,
  settingsHistory,
  gateHistory,
  bookmarkHistory,
  markerHistory,
  pictureHistory,
  previewHistory,
  subtitleHistory
] as const
