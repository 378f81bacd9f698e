// Made by `npm run generate`. Do not edit.
import { itemFields } from "../catalog/items/fields.ts"
import { membershipFields } from "../catalog/membership/fields.ts"
import { relationFields } from "../catalog/relations/fields.ts"
import { userItemFields } from "../catalog/user-items/fields.ts"
import { fingerprintFields } from "../library/fingerprints/fields.ts"
import { audioFields } from "../media/audio/fields.ts"
import { bookFields } from "../media/books/fields.ts"
import { imageFields } from "../media/images/fields.ts"
import { seriesFields } from "../media/series/fields.ts"
import { videoFields } from "../media/videos/fields.ts"
import { videoMarkerFields } from "../playback/markers/fields.ts"
import { pictureFields } from "../playback/pictures/fields.ts"
import { previewFields } from "../playback/previews/fields.ts"
import { subtitleFields } from "../playback/subtitles/fields.ts"

/** Every field of items. */
export const fields = [
  ...itemFields,
  ...membershipFields,
  ...relationFields,
  ...userItemFields,
  ...fingerprintFields,
  ...audioFields,
  ...bookFields,
  ...imageFields,
  ...seriesFields,
  ...videoFields,
  ...videoMarkerFields,
  ...pictureFields,
  ...previewFields,
  ...subtitleFields
]
