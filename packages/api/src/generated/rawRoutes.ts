// Made by `npm run generate`. Do not edit.
import { hlsRoute } from "@media/features/playback/raw"
import { changelogRoute } from "@media/features/system/raw"
import { sourceRoute } from "@media/features/videos/raw"

/** Every route that writes the response itself. */
export const rawRoutes = [
  hlsRoute,
  changelogRoute,
  sourceRoute
] as const
