// Made by `npm run generate`. Do not edit.
import { audioSourceRoute, waveformRoute } from "@media/features/audio/raw"
import { bookPageRoute, bookSourceRoute } from "@media/features/books/raw"
import { gallerySourceRoute } from "@media/features/galleries/raw"
import { imageSourceRoute } from "@media/features/images/raw"
import { opdsAuthor, opdsAuthors, opdsBook, opdsBooks, opdsCover, opdsDownload, opdsElse, opdsLibraries, opdsLibrary, opdsOneSeries, opdsOpenSearch, opdsPage, opdsRecent, opdsSearch, opdsSeries, opdsStart, opdsThumbnail } from "@media/features/opds/raw"
import { bookPictureUpload, bookThumbnailRoute, imagePictureUpload, imageThumbnailRoute, trackPictureUpload, trackThumbnailRoute, videoPictureUpload, videoThumbnailRoute } from "@media/features/pictures/raw"
import { hlsRoute } from "@media/features/playback/raw"
import { clipRoute } from "@media/features/previews/raw"
import { subtitleSourceRoute, subtitleUploadRoute } from "@media/features/subtitles/raw"
import { changelogRoute } from "@media/features/system/raw"
import { imageUpload, videoUpload } from "@media/features/uploads/raw"
import { sourceRoute } from "@media/features/videos/raw"

/** Every route that writes the response itself. */
export const rawRoutes = [
  audioSourceRoute,
  waveformRoute,
  bookSourceRoute,
  bookPageRoute,
  gallerySourceRoute,
  imageSourceRoute,
  opdsStart,
  opdsRecent,
  opdsBooks,
  opdsLibraries,
  opdsLibrary,
  opdsAuthors,
  opdsAuthor,
  opdsSeries,
  opdsOneSeries,
  opdsSearch,
  opdsOpenSearch,
  opdsBook,
  opdsDownload,
  opdsCover,
  opdsThumbnail,
  opdsPage,
  opdsElse,
  videoThumbnailRoute,
  imageThumbnailRoute,
  trackThumbnailRoute,
  bookThumbnailRoute,
  videoPictureUpload,
  imagePictureUpload,
  trackPictureUpload,
  bookPictureUpload,
  hlsRoute,
  clipRoute,
  subtitleSourceRoute,
  subtitleUploadRoute,
  changelogRoute,
  videoUpload,
  imageUpload,
  sourceRoute
] as const
