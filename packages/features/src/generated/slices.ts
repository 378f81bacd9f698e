// Made by `npm run generate`. Do not edit.
import { makeRegistry, type SliceRegistration } from "@media/event-store/EventRegistry"
import { accountEvents } from "../accounts/events.ts"
import { accountsProjection, signInsProjection } from "../accounts/projection.ts"
import { albumEvents } from "../albums/events.ts"
import { albumsPolicy } from "../albums/policy.ts"
import { albumsProjection } from "../albums/projection.ts"
import { audioEvents } from "../audio/events.ts"
import { audioPolicy } from "../audio/policy.ts"
import { audioProjection } from "../audio/projection.ts"
import { bookmarkEvents } from "../bookmarks/events.ts"
import { bookmarksProjection } from "../bookmarks/projection.ts"
import { bookEvents } from "../books/events.ts"
import { booksPolicy } from "../books/policy.ts"
import { booksProjection } from "../books/projection.ts"
import { duplicateEvents } from "../duplicates/events.ts"
import { duplicatesProjection } from "../duplicates/projection.ts"
import { fingerprintEvents } from "../fingerprints/events.ts"
import { fingerprintsPolicy } from "../fingerprints/policy.ts"
import { fingerprintsProjection } from "../fingerprints/projection.ts"
import { galleryEvents } from "../galleries/events.ts"
import { galleriesPolicy } from "../galleries/policy.ts"
import { imageEvents } from "../images/events.ts"
import { imagesProjection } from "../images/projection.ts"
import { itemsProjection } from "../items/projection.ts"
import { itemStreamEvents } from "../items/removal.ts"
import { libraryEvents } from "../libraries/events.ts"
import { librariesPolicy } from "../libraries/policy.ts"
import { librariesProjection } from "../libraries/projection.ts"
import { markerEvents } from "../markers/events.ts"
import { markersProjection } from "../markers/projection.ts"
import { pictureEvents } from "../pictures/events.ts"
import { picturesPolicy } from "../pictures/policy.ts"
import { picturesProjection } from "../pictures/projection.ts"
import { previewEvents } from "../previews/events.ts"
import { previewsProjection } from "../previews/projection.ts"
import { settingsEvents } from "../settings/events.ts"
import { settingsProjection } from "../settings/projection.ts"
import { storageEvents } from "../storage/events.ts"
import { storagePolicy } from "../storage/policy.ts"
import { storageProjection } from "../storage/projection.ts"
import { subtitleEvents } from "../subtitles/events.ts"
import { subtitlesPolicy } from "../subtitles/policy.ts"
import { subtitlesProjection } from "../subtitles/projection.ts"
import { gateEvents } from "../system/events.ts"
import { gatesProjection } from "../system/projection.ts"
import { trashPolicy } from "../trash/policy.ts"
import { trashProjection } from "../trash/projection.ts"
import { userItemEvents } from "../user-items/events.ts"
import { userItemsProjection } from "../user-items/projection.ts"
import { videoEvents } from "../videos/events.ts"
import { videosPolicy } from "../videos/policy.ts"
import { videosProjection } from "../videos/projection.ts"

/** What every slice gives to the log. */
export const slices: ReadonlyArray<SliceRegistration> = [
  {
    name: "accounts",
    events: accountEvents,
    projections: [accountsProjection, signInsProjection],
    policies: []
  },
  {
    name: "albums",
    events: albumEvents,
    projections: [albumsProjection],
    policies: [albumsPolicy]
  },
  {
    name: "audio",
    events: audioEvents,
    projections: [audioProjection],
    policies: [audioPolicy]
  },
  {
    name: "bookmarks",
    events: bookmarkEvents,
    projections: [bookmarksProjection],
    policies: []
  },
  {
    name: "books",
    events: bookEvents,
    projections: [booksProjection],
    policies: [booksPolicy]
  },
  {
    name: "duplicates",
    events: duplicateEvents,
    projections: [duplicatesProjection],
    policies: []
  },
  {
    name: "fingerprints",
    events: fingerprintEvents,
    projections: [fingerprintsProjection],
    policies: [fingerprintsPolicy]
  },
  {
    name: "galleries",
    events: galleryEvents,
    projections: [],
    policies: [galleriesPolicy]
  },
  {
    name: "images",
    events: imageEvents,
    projections: [imagesProjection],
    policies: []
  },
  {
    name: "items",
    events: itemStreamEvents,
    projections: [itemsProjection],
    policies: []
  },
  {
    name: "libraries",
    events: libraryEvents,
    projections: [librariesProjection],
    policies: [librariesPolicy]
  },
  {
    name: "markers",
    events: markerEvents,
    projections: [markersProjection],
    policies: []
  },
  {
    name: "pictures",
    events: pictureEvents,
    projections: [picturesProjection],
    policies: [picturesPolicy]
  },
  {
    name: "previews",
    events: previewEvents,
    projections: [previewsProjection],
    policies: []
  },
  {
    name: "settings",
    events: settingsEvents,
    projections: [settingsProjection],
    policies: []
  },
  {
    name: "storage",
    events: storageEvents,
    projections: [storageProjection],
    policies: [storagePolicy]
  },
  {
    name: "subtitles",
    events: subtitleEvents,
    projections: [subtitlesProjection],
    policies: [subtitlesPolicy]
  },
  {
    name: "system",
    events: gateEvents,
    projections: [gatesProjection],
    policies: []
  },
  {
    name: "trash",
    events: [],
    projections: [trashProjection],
    policies: [trashPolicy]
  },
  {
    name: "user-items",
    events: userItemEvents,
    projections: [userItemsProjection],
    policies: []
  },
  {
    name: "videos",
    events: videoEvents,
    projections: [videosProjection],
    policies: [videosPolicy]
  }
]

export const registry = makeRegistry(slices)
