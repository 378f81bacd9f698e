import { defineSlice } from "../../defineSlice.ts"
import { galleriesToScan } from "./backfill.ts"
import { GalleriesGroup, GalleryContentsGroup } from "./contract.ts"
import { galleryEvents } from "./events.ts"
import { GalleriesLive, GalleryContentsLive } from "./http.ts"
import { galleryKind } from "./kind.ts"
import { galleriesTopic } from "./live.ts"
import { galleriesPolicy } from "./policy.ts"
import { galleryScanProcessor } from "./processor.ts"
import { galleryScan } from "./queue.ts"
import { gallerySourceRoute } from "./raw.ts"
import { imageUpload } from "./upload.ts"
import { archiveSummary } from "./summaries.ts"
import { galleryHistory } from "./history.ts"

export const galleriesSlice = defineSlice({
  name: "galleries",
  about: "folders and archives of images, in their order",
  stores: "events, on the streams of the gallery and of its images",
  events: galleryEvents,
  history: galleryHistory,
  policies: [galleriesPolicy],
  queues: [{ definition: galleryScan, processor: galleryScanProcessor, backfill: galleriesToScan }],
  groups: [
    [GalleriesGroup, GalleriesLive],
    [GalleryContentsGroup, GalleryContentsLive]
  ],
  raw: [gallerySourceRoute, imageUpload],
  live: [galleriesTopic],
  kinds: [galleryKind],
  summaries: [archiveSummary],
  concepts: {
    upload: "the route that receives an image of a gallery",
    uploadFolder: "the folder of a gallery for an uploaded image",
    archive: "which image of an archive is which, before and after it was written again",
    arrange: "where images belong in their gallery",
    comics: "galleries that are archives, to readers of books",
    folders: "galleries of folders, from what the scan found",
    ordinals: "numbers that bring items into an order, moving as few as possible"
  }
})
