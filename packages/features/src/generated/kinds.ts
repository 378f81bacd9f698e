// Made by `npm run generate`. Do not edit.
import type { MediaKind } from "../MediaKind.ts"

/** What the scan admits. */
export const kinds: ReadonlyArray<MediaKind> = []
