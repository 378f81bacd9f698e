import { admin, filters, member, type RouteRow, season, series, video } from "./RouteRow.ts"

const unknownId = "01900000-0000-7000-8000-00000000dead"

/** Routes of movies, episodes, series and seasons, in addition to the routes that every kind has. */
export const seriesRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/video/movies": { ...member, queries: filters },
  "GET /api/video/movie-sets": { ...member, queries: ({ library }) => [`libraryId=${library}`] },
  "GET /api/video/movies/:id": { ...member, id: video, onlyHidden: "its videos are not movies" },
  "PATCH /api/video/movies/:id": {
    who: "the permitted, after a look",
    id: video,
    body: () => ({ title: "Mine" }),
    onlyHidden: "its videos are not movies"
  },
  "GET /api/video/episodes": { ...member, queries: filters },
  "GET /api/video/episodes/:id": { ...member, id: video, onlyHidden: "its videos are not episodes" },
  "PATCH /api/video/episodes/:id": {
    who: "the permitted, after a look",
    id: video,
    body: () => ({ title: "Mine" }),
    onlyHidden: "its videos are not episodes"
  },
  "GET /api/video/series/:id/seasons": { ...member, id: series },
  "GET /api/video/series/:id/extras": { ...member, id: series },
  "POST /api/video/series/:id/merge": {
    ...admin,
    id: series,
    body: () => ({ into: unknownId, dryRun: true })
  },
  "GET /api/video/series/:id/thumbnail": {
    ...member,
    id: series,
    onlyHidden: "it has no picture of its own"
  },
  "GET /api/video/series/:id/backdrop": { ...member, id: series, onlyHidden: "it has no backdrop" },
  "GET /api/videos/:id/backdrop": { ...member, id: video, onlyHidden: "its video cannot be decoded" },
  "GET /api/video/series/:id/pictures/:role": { ...member, id: series, onlyHidden: "it has no backdrop" },
  "POST /api/video/series/:id/pictures/:role": { who: "the permitted, after a look", id: series },
  "DELETE /api/video/series/:id/pictures/:role": { ...admin, id: series },
  "GET /api/videos/:id/pictures/:role": { ...member, id: video, onlyHidden: "it has no backdrop" },
  "POST /api/videos/:id/pictures/:role": { who: "the permitted, after a look", id: video },
  "DELETE /api/videos/:id/pictures/:role": { ...admin, id: video },
  "GET /api/video/seasons/:id/thumbnail": {
    ...member,
    id: season,
    onlyHidden: "it has no picture of its own"
  },
  "GET /api/video/seasons/:id/episodes": { ...member, id: season },
  "GET /api/video/next-up": { ...member, queries: ({ library }) => [`libraryId=${library}`] },
  "PUT /api/video/series/:id/next-up": { ...member, id: series, body: () => ({ dismissed: true }) },
  "POST /api/video/movies/:id/versions": { ...admin, id: video, body: () => ({ videoId: unknownId }) },
  "DELETE /api/video/movies/:id/versions/:videoId": { ...admin, id: video },
  "PUT /api/video/movies/:id/primary": { ...admin, id: video, body: () => ({ videoId: unknownId }) },
  "PUT /api/video/movies/:id/parts": { ...admin, id: video, body: () => ({ videoIds: [] }) },
  "POST /api/video/episodes/renumber": {
    ...admin,
    body: () => ({ episodes: [{ id: unknownId, season: 1, episode: 1 }] })
  },
  "POST /api/video/episodes/:id/versions": { ...admin, id: video, body: () => ({ videoId: unknownId }) },
  "DELETE /api/video/episodes/:id/versions/:videoId": { ...admin, id: video },
  "PUT /api/video/episodes/:id/primary": { ...admin, id: video, body: () => ({ videoId: unknownId }) },
  "PUT /api/video/episodes/:id/parts": { ...admin, id: video, body: () => ({ videoIds: [] }) },
  "GET /api/libraries/:id/classification-preview": {
    ...admin,
    id: ({ library }) => library,
    queries: () => ["videosAs=series"]
  },
  "GET /api/libraries/:id/naming": { ...admin, id: ({ library }) => library },
  "POST /api/video/classify": { ...admin, body: () => ({ paths: ["Heat (1995)/Heat.mkv"] }) },
  "GET /api/videos/:id/classification": { ...member, id: video },
  "PUT /api/videos/:id/classification": { ...admin, id: video, body: () => ({ role: "video" }) }
}
