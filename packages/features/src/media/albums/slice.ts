import { defineSlice } from "../../defineSlice.ts"
import { librariesToGroup } from "./backfill.ts"
import { AlbumsGroup, AlbumTracksGroup, ArtistsGroup } from "./contract.ts"
import { albumEvents } from "./events.ts"
import { AlbumsLive, AlbumTracksLive, ArtistsLive } from "./http.ts"
import { albumKind } from "./kind.ts"
import { albumsTopic } from "./live.ts"
import { albumsPolicy } from "./policy.ts"
import { audioScanProcessor } from "./processor.ts"
import { albumsProjection } from "./projection.ts"
import { audioScan } from "./queue.ts"
import { trackUpload } from "./upload.ts"
import { albumFollowUp } from "./followUps.ts"
import { albumSummary } from "./summaries.ts"
import { albumHistory } from "./history.ts"

export const albumsSlice = defineSlice({
  name: "albums",
  about: "albums: tracks that belong together according to their tags, ordered by disc and number",
  stores: "events, on the streams of the album and of its tracks",
  events: albumEvents,
  history: albumHistory,
  projections: [albumsProjection],
  policies: [albumsPolicy],
  queues: [{ definition: audioScan, processor: audioScanProcessor, backfill: librariesToGroup }],
  groups: [
    [AlbumsGroup, AlbumsLive],
    [AlbumTracksGroup, AlbumTracksLive],
    [ArtistsGroup, ArtistsLive]
  ],
  raw: [trackUpload],
  live: [albumsTopic],
  kinds: [albumKind],
  summaries: [albumSummary],
  followUps: [albumFollowUp],
  concepts: {
    upload: "the route that receives an uploaded track of an album",
    uploadFolder: "chooses the folder for a track that is uploaded to an album",
    artists: "lists the artists in the tags of tracks and albums that the caller may see",
    commonArtist: "finds the artist that several tracks have in common",
    groupTracks: "groups the tracks of a library into albums and creates missing albums",
    grouping: "derives the albums from the tags of tracks"
  }
})
