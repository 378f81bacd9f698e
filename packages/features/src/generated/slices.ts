// Made by `npm run generate`. Do not edit.
import { makeRegistry, type SliceRegistration } from "@media/event-store/EventRegistry"
import { collectionsPolicy } from "../app/collections/policy.ts"
import { duplicateEvents } from "../app/duplicates/events.ts"
import { duplicatesProjection } from "../app/duplicates/projection.ts"
import { pluginEvents } from "../app/plugins/events.ts"
import { pluginHostsProjection } from "../app/plugins/projection.ts"
import { requestEvents } from "../app/requests/events.ts"
import { requestsProjection } from "../app/requests/projection.ts"
import { ruleEvents } from "../app/rules/events.ts"
import { rulesProjection } from "../app/rules/projection.ts"
import { viewEvents } from "../app/views/events.ts"
import { viewsProjection } from "../app/views/projection.ts"
import { itemsProjection } from "../catalog/items/projection.ts"
import { itemStreamEvents } from "../catalog/items/removal.ts"
import { collectionEvents } from "../catalog/membership/events.ts"
import { membershipProjection } from "../catalog/membership/projection.ts"
import { relatedEvents } from "../catalog/related/events.ts"
import { relatedProjection } from "../catalog/related/projection.ts"
import { relationEvents } from "../catalog/relations/events.ts"
import { relationsProjection } from "../catalog/relations/projection.ts"
import { userItemEvents } from "../catalog/user-items/events.ts"
import { userItemsProjection } from "../catalog/user-items/projection.ts"
import { userRelatedEvents } from "../catalog/user-related/events.ts"
import { userRelatedProjection } from "../catalog/user-related/projection.ts"
import { accountEvents } from "../identity/accounts/events.ts"
import { accountsProjection, signInsProjection } from "../identity/accounts/projection.ts"
import { fingerprintEvents } from "../library/fingerprints/events.ts"
import { fingerprintsPolicy } from "../library/fingerprints/policy.ts"
import { fingerprintsProjection } from "../library/fingerprints/projection.ts"
import { libraryEvents } from "../library/libraries/events.ts"
import { librariesPolicy } from "../library/libraries/policy.ts"
import { librariesProjection } from "../library/libraries/projection.ts"
import { storageEvents } from "../library/storage/events.ts"
import { storagePolicy } from "../library/storage/policy.ts"
import { storageProjection } from "../library/storage/projection.ts"
import { trashPolicy } from "../library/trash/policy.ts"
import { trashProjection } from "../library/trash/projection.ts"
import { albumEvents } from "../media/albums/events.ts"
import { albumsPolicy } from "../media/albums/policy.ts"
import { albumsProjection } from "../media/albums/projection.ts"
import { audioEvents } from "../media/audio/events.ts"
import { audioPolicy } from "../media/audio/policy.ts"
import { audioProjection } from "../media/audio/projection.ts"
import { bookEvents } from "../media/books/events.ts"
import { booksPolicy } from "../media/books/policy.ts"
import { booksProjection } from "../media/books/projection.ts"
import { galleryEvents } from "../media/galleries/events.ts"
import { galleriesPolicy } from "../media/galleries/policy.ts"
import { imageEvents } from "../media/images/events.ts"
import { imagesProjection } from "../media/images/projection.ts"
import { nfoPolicy } from "../media/nfo/policy.ts"
import { seriesEvents } from "../media/series/events.ts"
import { seriesPolicy } from "../media/series/policy.ts"
import { seriesProjection } from "../media/series/projection.ts"
import { videoEvents } from "../media/videos/events.ts"
import { videosPolicy } from "../media/videos/policy.ts"
import { videosProjection } from "../media/videos/projection.ts"
import { proposalEvents } from "../metadata/proposals/events.ts"
import { proposalsProjection } from "../metadata/proposals/projection.ts"
import { settingsEvents } from "../platform/settings/events.ts"
import { settingsProjection } from "../platform/settings/projection.ts"
import { gateEvents } from "../platform/system/events.ts"
import { gatesProjection } from "../platform/system/projection.ts"
import { bookmarkEvents } from "../playback/bookmarks/events.ts"
import { bookmarksProjection } from "../playback/bookmarks/projection.ts"
import { markerEvents } from "../playback/markers/events.ts"
import { markersProjection } from "../playback/markers/projection.ts"
import { pictureEvents } from "../playback/pictures/events.ts"
import { picturesPolicy } from "../playback/pictures/policy.ts"
import { picturesProjection } from "../playback/pictures/projection.ts"
import { previewEvents } from "../playback/previews/events.ts"
import { previewsProjection } from "../playback/previews/projection.ts"
import { subtitleEvents } from "../playback/subtitles/events.ts"
import { subtitlesPolicy } from "../playback/subtitles/policy.ts"
import { subtitlesProjection } from "../playback/subtitles/projection.ts"

/** The events, projections and policies of every slice. */
export const slices: ReadonlyArray<SliceRegistration> = [
  {
    name: "collections",
    events: [],
    projections: [],
    policies: [collectionsPolicy]
  },
  {
    name: "duplicates",
    events: duplicateEvents,
    projections: [duplicatesProjection],
    policies: []
  },
  {
    name: "plugins",
    events: pluginEvents,
    projections: [pluginHostsProjection],
    policies: []
  },
  {
    name: "requests",
    events: requestEvents,
    projections: [requestsProjection],
    policies: []
  },
  {
    name: "rules",
    events: ruleEvents,
    projections: [rulesProjection],
    policies: []
  },
  {
    name: "views",
    events: viewEvents,
    projections: [viewsProjection],
    policies: []
  },
  {
    name: "items",
    events: itemStreamEvents,
    projections: [itemsProjection],
    policies: []
  },
  {
    name: "membership",
    events: collectionEvents,
    projections: [membershipProjection],
    policies: []
  },
  {
    name: "related",
    events: relatedEvents,
    projections: [relatedProjection],
    policies: []
  },
  {
    name: "relations",
    events: relationEvents,
    projections: [relationsProjection],
    policies: []
  },
  {
    name: "user-items",
    events: userItemEvents,
    projections: [userItemsProjection],
    policies: []
  },
  {
    name: "user-related",
    events: userRelatedEvents,
    projections: [userRelatedProjection],
    policies: []
  },
  {
    name: "accounts",
    events: accountEvents,
    projections: [accountsProjection, signInsProjection],
    policies: []
  },
  {
    name: "fingerprints",
    events: fingerprintEvents,
    projections: [fingerprintsProjection],
    policies: [fingerprintsPolicy]
  },
  {
    name: "libraries",
    events: libraryEvents,
    projections: [librariesProjection],
    policies: [librariesPolicy]
  },
  {
    name: "storage",
    events: storageEvents,
    projections: [storageProjection],
    policies: [storagePolicy]
  },
  {
    name: "trash",
    events: [],
    projections: [trashProjection],
    policies: [trashPolicy]
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
    name: "books",
    events: bookEvents,
    projections: [booksProjection],
    policies: [booksPolicy]
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
    name: "nfo",
    events: [],
    projections: [],
    policies: [nfoPolicy]
  },
  {
    name: "series",
    events: seriesEvents,
    projections: [seriesProjection],
    policies: [seriesPolicy]
  },
  {
    name: "videos",
    events: videoEvents,
    projections: [videosProjection],
    policies: [videosPolicy]
  },
  {
    name: "proposals",
    events: proposalEvents,
    projections: [proposalsProjection],
    policies: []
  },
  {
    name: "settings",
    events: settingsEvents,
    projections: [settingsProjection],
    policies: []
  },
  {
    name: "system",
    events: gateEvents,
    projections: [gatesProjection],
    policies: []
  },
  {
    name: "bookmarks",
    events: bookmarkEvents,
    projections: [bookmarksProjection],
    policies: []
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
    name: "subtitles",
    events: subtitleEvents,
    projections: [subtitlesProjection],
    policies: [subtitlesPolicy]
  }
]

export const registry = makeRegistry(slices)
