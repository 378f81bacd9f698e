import { defineSlice } from "../../defineSlice.ts"
import { itemsToPicture } from "./backfill.ts"
import { PicturesAdminGroup } from "./contract.ts"
import { pictureEvents } from "./events.ts"
import { PicturesAdminLive } from "./http.ts"
import { picturesTopic } from "./live.ts"
import { picturesPolicy } from "./policy.ts"
import { imageThumbnailProcessor } from "./processor.ts"
import { picturesProjection } from "./projection.ts"
import { imageThumbnail } from "./queue.ts"
import {
  bookPictureUpload,
  bookThumbnailRoute,
  imagePictureUpload,
  imageThumbnailRoute,
  seasonThumbnailRoute,
  seriesBackdropRoute,
  seriesRolePicture,
  seriesRolePictureUpload,
  seriesThumbnailRoute,
  trackPictureUpload,
  trackThumbnailRoute,
  videoBackdropRoute,
  videoPictureUpload,
  videoRolePicture,
  videoRolePictureUpload,
  videoThumbnailRoute
} from "./raw.ts"
import { pictureMaintenance } from "./maintenance.ts"
import { tracksWithLaterCover, tracksWithReplacedCover } from "./laterCovers.ts"
import { pictureFollowUp } from "./followUps.ts"
import { pictureFields } from "./fields.ts"
import { pictureHistory } from "./history.ts"
import { pictureUndo, rolePictureUndo } from "./undo.ts"

export const picturesSlice = defineSlice({
  name: "pictures",
  about: "the picture of an item, either automatic or chosen by a user",
  stores: "events, on the stream of the item; the bytes are in the cache and can be regenerated",
  events: pictureEvents,
  history: pictureHistory,
  undo: [pictureUndo, rolePictureUndo],
  fields: pictureFields,
  projections: [picturesProjection],
  policies: [picturesPolicy],
  queues: [{ definition: imageThumbnail, processor: imageThumbnailProcessor, backfill: itemsToPicture }],
  groups: [[PicturesAdminGroup, PicturesAdminLive]],
  raw: [
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
    videoRolePicture,
    videoRolePictureUpload,
    seriesRolePicture,
    seriesRolePictureUpload
  ],
  live: [picturesTopic],
  maintenance: [pictureMaintenance],
  afterScan: [tracksWithLaterCover, tracksWithReplacedCover],
  followUps: [pictureFollowUp],
  concepts: {
    laterCovers: "finds tracks whose cover appeared or changed after they were examined",
    backdrop: "makes backdrops of videos and series on demand",
    accepted: "the picture formats that a client accepts",
    avif: "encodes a picture as AVIF when the CPU is free",
    keep: "stores the bytes of a picture and then records it",
    kinds: "the kinds whose items get an automatic picture",
    make: "makes the picture of an item, depending on its kind and the user's choice",
    own: "stores uploaded pictures of anything other than an item",
    onDisk: "converts disk errors to messages for users",
    pictureRoutes: "the routes that serve and upload pictures of items and entities",
    recordRun: "records the results of a job while the next picture is made",
    roles:
      "the backdrop and the logo of an item: chosen by a user, next to its files, or from a reviewed result",
    serve: "serves the bytes of a picture, and regenerates missing ones",
    subject: "loads the item for which a picture is created",
    videoFrame: "finds a representative frame of a video"
  }
})
