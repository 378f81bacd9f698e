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
  about: "tracks that belong together by their tags, in the order of discs and numbers",
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
    upload: "the route that receives a track of an album",
    uploadFolder: "the folder of an album for an uploaded track",
    artists: "those whom tags name, with what the caller may see of them",
    groupTracks: "puts the tracks of a library into albums, and makes those that are not there",
    grouping: "which albums there are by what tracks say"
  }
})
