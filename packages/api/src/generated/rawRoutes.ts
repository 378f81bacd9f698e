// Made by `npm run generate`. Do not edit.
import { trackUpload } from "@media/features/albums/upload"
import { audioSourceRoute, waveformRoute } from "@media/features/audio/raw"
import { bookPageRoute, bookResourceRoute, bookSourceRoute } from "@media/features/books/raw"
import { gallerySourceRoute } from "@media/features/galleries/raw"
import { imageUpload } from "@media/features/galleries/upload"
import { imageSourceRoute } from "@media/features/images/raw"
import { opdsAuthor, opdsAuthors, opdsBook, opdsBooks, opdsCover, opdsDownload, opdsElse, opdsGalleries, opdsLibraries, opdsLibrary, opdsOneSeries, opdsOpenSearch, opdsPage, opdsReading, opdsRecent, opdsSearch, opdsSeries, opdsStart, opdsThumbnail } from "@media/features/opds/raw"
import { opds2Authentication, opds2Author, opds2Authors, opds2Book, opds2Books, opds2Else, opds2Galleries, opds2Libraries, opds2Library, opds2Manifest, opds2OneSeries, opds2Reading, opds2Recent, opds2Search, opds2Series, opds2Start } from "@media/features/opds2/raw"
import { bookPictureUpload, bookThumbnailRoute, imagePictureUpload, imageThumbnailRoute, trackPictureUpload, trackThumbnailRoute, videoPictureUpload, videoThumbnailRoute } from "@media/features/pictures/raw"
import { hlsRoute } from "@media/features/playback/raw"
import { clipRoute } from "@media/features/previews/raw"
import { koreaderAuthorized, koreaderElse, koreaderProgressRead, koreaderProgressWritten, koreaderRegister, progressionRead, progressionWritten } from "@media/features/reading-apps/raw"
import { subtitleSourceRoute, subtitleUploadRoute } from "@media/features/subtitles/raw"
import { changelogRoute } from "@media/features/system/raw"
import { sourceRoute } from "@media/features/videos/raw"
import { videoUpload } from "@media/features/videos/upload"

/** Every route that writes the response itself. */
export const rawRoutes = [
  trackUpload,
  audioSourceRoute,
  waveformRoute,
  bookSourceRoute,
  bookPageRoute,
  bookResourceRoute,
  gallerySourceRoute,
  imageUpload,
  imageSourceRoute,
  opdsStart,
  opdsRecent,
  opdsReading,
  opdsBooks,
  opdsGalleries,
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
  opds2Start,
  opds2Recent,
  opds2Reading,
  opds2Books,
  opds2Galleries,
  opds2Libraries,
  opds2Library,
  opds2Authors,
  opds2Author,
  opds2Series,
  opds2OneSeries,
  opds2Search,
  opds2Book,
  opds2Manifest,
  opds2Authentication,
  opds2Else,
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
  koreaderAuthorized,
  koreaderRegister,
  koreaderProgressRead,
  koreaderProgressWritten,
  koreaderElse,
  progressionRead,
  progressionWritten,
  subtitleSourceRoute,
  subtitleUploadRoute,
  changelogRoute,
  sourceRoute,
  videoUpload
] as const
