// Made by `npm run generate`. Do not edit.
import { audioFields } from "../audio/fields.ts"
import { bookFields } from "../books/fields.ts"
import { fingerprintFields } from "../fingerprints/fields.ts"
import { imageFields } from "../images/fields.ts"
import { itemFields } from "../items/fields.ts"
import { userItemFields } from "../user-items/fields.ts"
import { videoFields } from "../videos/fields.ts"

/** Every field of items. */
export const fields = [
  ...audioFields,
  ...bookFields,
  ...fingerprintFields,
  ...imageFields,
  ...itemFields,
  ...userItemFields,
  ...videoFields
]
