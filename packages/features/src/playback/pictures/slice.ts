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
  about: "the picture of an item: made by itself, or chosen by a person",
  stores:
    "events, on the stream of the item; the bytes lie in the cache and are made again when they are gone",
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
    laterCovers: "covers that appeared next to tracks after the tracks were examined",
    backdrop: "a wide picture of what has a poster, made when a page asks for it",
    accepted: "the forms of a picture that a client takes",
    avif: "AVIF of what is asked for, when there is time",
    keep: "a picture that was made: its bytes, then its record",
    kinds: "the kinds whose items get a picture by themselves",
    make: "where the picture of an item comes from, by its kind and a person's choice",
    own: "pictures that people uploaded for something other than an item",
    onDisk: "disk errors of pictures, as people are told of them",
    pictureRoutes: "routes that serve a picture or take an uploaded one, for items and entities",
    recordRun: "records the results of a job while the next picture is made",
    roles:
      "the backdrop and the logo of an item: chosen by a person, next to its files, or of a reviewed result",
    serve: "the bytes of a picture, made again when they are gone",
    subject: "an item as its picture is made from it",
    videoFrame: "the frame that shows best what a video is"
  }
})
