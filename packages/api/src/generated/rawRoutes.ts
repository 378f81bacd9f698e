// Made by `npm run generate`. Do not edit.
import { audioSourceRoute } from "@media/features/audio/raw"
import { bookSourceRoute } from "@media/features/books/raw"
import { imageSourceRoute } from "@media/features/images/raw"
import { imagePictureUpload, imageThumbnailRoute, videoPictureUpload, videoThumbnailRoute } from "@media/features/pictures/raw"
import { hlsRoute } from "@media/features/playback/raw"
import { clipRoute } from "@media/features/previews/raw"
import { subtitleSourceRoute, subtitleUploadRoute } from "@media/features/subtitles/raw"
import { changelogRoute } from "@media/features/system/raw"
import { videoUpload } from "@media/features/uploads/raw"
import { sourceRoute } from "@media/features/videos/raw"

/** Every route that writes the response itself. */
export const rawRoutes = [
  audioSourceRoute,
  bookSourceRoute,
  imageSourceRoute,
  videoThumbnailRoute,
  imageThumbnailRoute,
  videoPictureUpload,
  imagePictureUpload,
  hlsRoute,
  clipRoute,
  subtitleSourceRoute,
  subtitleUploadRoute,
  changelogRoute,
  videoUpload,
  sourceRoute
] as const
