// Made by `npm run generate`. Do not edit.
import { collectionCover, collectionCoverUpload, collectionJson, collectionPlaylist } from "@media/features/app/collections/raw"
import { authorPicture, authorPictureUpload, performerPicture, performerPictureUpload, studioPicture, studioPictureUpload, tagPicture, tagPictureUpload } from "@media/features/app/entities/raw"
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
import { bookPictureUpload, bookThumbnailRoute, imagePictureUpload, imageThumbnailRoute, seasonThumbnailRoute, seriesBackdropRoute, seriesRolePicture, seriesRolePictureUpload, seriesThumbnailRoute, trackPictureUpload, trackThumbnailRoute, videoBackdropRoute, videoPictureUpload, videoRolePicture, videoRolePictureUpload, videoThumbnailRoute } from "@media/features/playback/pictures/raw"
import { clipRoute } from "@media/features/playback/previews/raw"
import { hlsRoute } from "@media/features/playback/streaming/raw"
import { subtitleSourceRoute, subtitleUploadRoute } from "@media/features/playback/subtitles/raw"
import { opdsAuthor, opdsAuthors, opdsBook, opdsBooks, opdsCollection, opdsCollections, opdsCover, opdsDownload, opdsElse, opdsGalleries, opdsLibraries, opdsLibrary, opdsOneSeries, opdsOpenSearch, opdsPage, opdsReading, opdsRecent, opdsSearch, opdsSeries, opdsStart, opdsThumbnail } from "@media/features/reading/opds/raw"
import { opds2Authentication, opds2Author, opds2Authors, opds2Book, opds2Books, opds2Collection, opds2Collections, opds2Else, opds2Galleries, opds2Libraries, opds2Library, opds2Manifest, opds2OneSeries, opds2Reading, opds2Recent, opds2Search, opds2Series, opds2Start } from "@media/features/reading/opds2/raw"
import { koreaderAuthorized, koreaderElse, koreaderProgressRead, koreaderProgressWritten, koreaderRegister, progressionRead, progressionWritten } from "@media/features/reading/reading-apps/raw"

/** The raw routes that the first request to one of them loads. */
export const lazyRoutes = {
  "GET /api/collections/:id/cover": collectionCover,
  "POST /api/collections/:id/cover": collectionCoverUpload,
  "GET /api/collections/:id/export.m3u8": collectionPlaylist,
  "GET /api/collections/:id/export.json": collectionJson,
  "GET /api/authors/:id/thumbnail": authorPicture,
  "POST /api/authors/:id/thumbnail": authorPictureUpload,
  "GET /api/performers/:id/thumbnail": performerPicture,
  "POST /api/performers/:id/thumbnail": performerPictureUpload,
  "GET /api/studios/:id/thumbnail": studioPicture,
  "POST /api/studios/:id/thumbnail": studioPictureUpload,
  "GET /api/tags/:id/thumbnail": tagPicture,
  "POST /api/tags/:id/thumbnail": tagPictureUpload,
  "POST /api/plugins/uploads": pluginUpload,
  "POST /api/audio-libraries/:id/tracks/upload": trackUpload,
  "GET /api/audio-stream/:id": audioSourceRoute,
  "GET /api/audio-tracks/:id/waveform": waveformRoute,
  "GET /api/books/:id/source": bookSourceRoute,
  "GET /api/books/:id/pages/:page": bookPageRoute,
  "GET /api/books/:id/resource/*": bookResourceRoute,
  "GET /api/galleries/:id/source": gallerySourceRoute,
  "POST /api/galleries/:id/images/upload": imageUpload,
  "GET /api/images/:id/source": imageSourceRoute,
  "GET /api/video-stream/:id/source": sourceRoute,
  "POST /api/videos/upload": videoUpload,
  "GET /api/proposals/:id/images/:index": proposalImage,
  "POST /api/scraper-packages/upload": uploadPackageRoute,
  "GET /api/changelog": changelogRoute,
  "GET /api/videos/:id/thumbnail": videoThumbnailRoute,
  "GET /api/images/:id/thumbnail": imageThumbnailRoute,
  "GET /api/audio-tracks/:id/thumbnail": trackThumbnailRoute,
  "GET /api/books/:id/thumbnail": bookThumbnailRoute,
  "GET /api/video/series/:id/thumbnail": seriesThumbnailRoute,
  "GET /api/video/seasons/:id/thumbnail": seasonThumbnailRoute,
  "GET /api/videos/:id/backdrop": videoBackdropRoute,
  "GET /api/video/series/:id/backdrop": seriesBackdropRoute,
  "POST /api/videos/:id/thumbnail": videoPictureUpload,
  "POST /api/images/:id/thumbnail": imagePictureUpload,
  "POST /api/audio-tracks/:id/thumbnail": trackPictureUpload,
  "POST /api/books/:id/thumbnail": bookPictureUpload,
  "GET /api/videos/:id/pictures/:role": videoRolePicture,
  "POST /api/videos/:id/pictures/:role": videoRolePictureUpload,
  "GET /api/video/series/:id/pictures/:role": seriesRolePicture,
  "POST /api/video/series/:id/pictures/:role": seriesRolePictureUpload,
  "GET /api/videos/:id/preview": clipRoute,
  "GET /api/video-stream/:id/hls/*": hlsRoute,
  "GET /api/videos/:id/subtitles/:trackId/source": subtitleSourceRoute,
  "POST /api/videos/:id/subtitles": subtitleUploadRoute,
  "GET /opds": opdsStart,
  "GET /opds/recent": opdsRecent,
  "GET /opds/reading": opdsReading,
  "GET /opds/books": opdsBooks,
  "GET /opds/galleries": opdsGalleries,
  "GET /opds/libraries": opdsLibraries,
  "GET /opds/libraries/:id": opdsLibrary,
  "GET /opds/authors": opdsAuthors,
  "GET /opds/authors/:id": opdsAuthor,
  "GET /opds/series": opdsSeries,
  "GET /opds/series/:id": opdsOneSeries,
  "GET /opds/collections": opdsCollections,
  "GET /opds/collections/:id": opdsCollection,
  "GET /opds/search": opdsSearch,
  "GET /opds/opensearch.xml": opdsOpenSearch,
  "GET /opds/books/:id": opdsBook,
  "GET /opds/books/:id/download": opdsDownload,
  "GET /opds/books/:id/cover": opdsCover,
  "GET /opds/books/:id/thumbnail": opdsThumbnail,
  "GET /opds/books/:id/pages/:page": opdsPage,
  "GET /opds/*": opdsElse,
  "GET /opds/v2": opds2Start,
  "GET /opds/v2/recent": opds2Recent,
  "GET /opds/v2/reading": opds2Reading,
  "GET /opds/v2/books": opds2Books,
  "GET /opds/v2/galleries": opds2Galleries,
  "GET /opds/v2/libraries": opds2Libraries,
  "GET /opds/v2/libraries/:id": opds2Library,
  "GET /opds/v2/authors": opds2Authors,
  "GET /opds/v2/authors/:id": opds2Author,
  "GET /opds/v2/series": opds2Series,
  "GET /opds/v2/series/:id": opds2OneSeries,
  "GET /opds/v2/collections": opds2Collections,
  "GET /opds/v2/collections/:id": opds2Collection,
  "GET /opds/v2/search": opds2Search,
  "GET /opds/v2/books/:id": opds2Book,
  "GET /opds/v2/books/:id/manifest": opds2Manifest,
  "GET /opds/v2/auth": opds2Authentication,
  "GET /opds/v2/*": opds2Else,
  "GET /koreader/users/auth": koreaderAuthorized,
  "POST /koreader/users/create": koreaderRegister,
  "GET /koreader/syncs/progress/:id": koreaderProgressRead,
  "PUT /koreader/syncs/progress": koreaderProgressWritten,
  "GET /koreader/*": koreaderElse,
  "GET /opds/v2/books/:id/progression": progressionRead,
  "PUT /opds/v2/books/:id/progression": progressionWritten
} as const
