// Made by `npm run generate`. Do not edit.
import type { MediaKind } from "../MediaKind.ts"
import { albumKind } from "../albums/kind.ts"
import { trackKind } from "../audio/kind.ts"
import { bookKind } from "../books/kind.ts"
import { galleryKind } from "../galleries/kind.ts"
import { imageKind } from "../images/kind.ts"
import { videoKind } from "../videos/kind.ts"

/** Every kind of media that libraries can hold. */
export const kinds = [
  albumKind,
  trackKind,
  bookKind,
  galleryKind,
  imageKind,
  videoKind
] as const satisfies ReadonlyArray<MediaKind>
