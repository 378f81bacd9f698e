// Made by `npm run generate`. Do not edit.
import type { MediaKind } from "../MediaKind.ts"
import { albumKind } from "../media/albums/kind.ts"
import { trackKind } from "../media/audio/kind.ts"
import { bookKind } from "../media/books/kind.ts"
import { galleryKind } from "../media/galleries/kind.ts"
import { imageKind } from "../media/images/kind.ts"
import { seasonKind, seriesKind } from "../media/series/kind.ts"
import { videoKind } from "../media/videos/kind.ts"

/** Every kind of media that libraries can contain. */
export const kinds = [
  albumKind,
  trackKind,
  bookKind,
  galleryKind,
  imageKind,
  seriesKind,
  seasonKind,
  videoKind
] as const satisfies ReadonlyArray<MediaKind>
