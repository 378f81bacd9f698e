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
  about: "galleries: folders and archives of images, in order",
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
    upload: "the route that receives an uploaded image of a gallery",
    uploadFolder: "chooses the folder for an image that is uploaded to a gallery",
    archive: "matches recorded images to the entries of an archive that was replaced",
    arrange: "computes the order of images in their gallery",
    comics: "offers galleries that are archives to book readers",
    folders: "creates and updates the galleries of folders after a scan",
    grouping: "derives galleries from the folders of images",
    ordinals: "assigns order numbers, and moves as few items as possible"
  }
})
