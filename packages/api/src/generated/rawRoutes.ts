// Made by `npm run generate`. Do not edit.
import { collectionCover, collectionCoverUpload, collectionJson, collectionPlaylist } from "@media/features/app/collections/raw"
import { performerPicture, performerPictureUpload, studioPicture, studioPictureUpload, tagPicture, tagPictureUpload } from "@media/features/app/entities/raw"
import { pluginUpload } from "@media/features/app/plugins/raw"
import { trackUpload } from "@media/features/media/albums/upload"
import { audioSourceRoute, waveformRoute } from "@media/features/media/audio/raw"
import { bookPageRoute, bookResourceRoute, bookSourceRoute } from "@media/features/media/books/raw"
import { gallerySourceRoute } from "@media/features/media/galleries/raw"
import { imageUpload } from "@media/features/media/galleries/upload"
import { imageSourceRoute } from "@media/features/media/images/raw"
import { sourceRoute } from "@media/features/media/videos/raw"
import { videoUpload } from "@media/features/media/videos/upload"
import { proposalImage } from "@media/features/metadata/proposals/raw"
import { uploadPackageRoute } from "@media/features/metadata/scrapers/raw"
import { changelogRoute } from "@media/features/platform/system/raw"
import { bookPictureUpload, bookThumbnailRoute, imagePictureUpload, imageThumbnailRoute, seasonThumbnailRoute, seriesBackdropRoute, seriesThumbnailRoute, trackPictureUpload, trackThumbnailRoute, videoBackdropRoute, videoPictureUpload, videoThumbnailRoute } from "@media/features/playback/pictures/raw"
import { clipRoute } from "@media/features/playback/previews/raw"
import { hlsRoute } from "@media/features/playback/streaming/raw"
import { subtitleSourceRoute, subtitleUploadRoute } from "@media/features/playback/subtitles/raw"
import { opdsAuthor, opdsAuthors, opdsBook, opdsBooks, opdsCollection, opdsCollections, opdsCover, opdsDownload, opdsElse, opdsGalleries, opdsLibraries, opdsLibrary, opdsOneSeries, opdsOpenSearch, opdsPage, opdsReading, opdsRecent, opdsSearch, opdsSeries, opdsStart, opdsThumbnail } from "@media/features/reading/opds/raw"
import { opds2Authentication, opds2Author, opds2Authors, opds2Book, opds2Books, opds2Collection, opds2Collections, opds2Else, opds2Galleries, opds2Libraries, opds2Library, opds2Manifest, opds2OneSeries, opds2Reading, opds2Recent, opds2Search, opds2Series, opds2Start } from "@media/features/reading/opds2/raw"
import { koreaderAuthorized, koreaderElse, koreaderProgressRead, koreaderProgressWritten, koreaderRegister, progressionRead, progressionWritten } from "@media/features/reading/reading-apps/raw"

/** Every route that writes the response itself. */
export const rawRoutes = [
  collectionCover,
  collectionCoverUpload,
  collectionPlaylist,
  collectionJson,
  performerPicture,
  performerPictureUpload,
  studioPicture,
  studioPictureUpload,
  tagPicture,
  tagPictureUpload,
  pluginUpload,
  trackUpload,
  audioSourceRoute,
  waveformRoute,
  bookSourceRoute,
  bookPageRoute,
  bookResourceRoute,
  gallerySourceRoute,
  imageUpload,
  imageSourceRoute,
  sourceRoute,
  videoUpload,
  proposalImage,
  uploadPackageRoute,
  changelogRoute,
  videoThumbnailRoute,
  imageThumbnailRoute,
  trackThumbnailRoute,
  bookThumbnailRoute,
  seriesThumbnailRoute,
  seasonThumbnailRoute,
  videoBackdropRoute,
  seriesBackdropRoute,
  videoPictureUpload,
  imagePictureUpload,
  trackPictureUpload,
  bookPictureUpload,
  clipRoute,
  hlsRoute,
  subtitleSourceRoute,
  subtitleUploadRoute,
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
  opdsCollections,
  opdsCollection,
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
  opds2Collections,
  opds2Collection,
  opds2Search,
  opds2Book,
  opds2Manifest,
  opds2Authentication,
  opds2Else,
  koreaderAuthorized,
  koreaderRegister,
  koreaderProgressRead,
  koreaderProgressWritten,
  koreaderElse,
  progressionRead,
  progressionWritten
] as const
