import { kinds } from "@media/features/generated/kinds"
import { EntityKind } from "@media/features/EntityKind"
import {
  anyone,
  member,
  admin,
  empty,
  filters,
  itemRows,
  entityRows,
  video,
  image,
  gallery,
  book,
  track,
  noComics,
  noEpubs,
  noBookmarks,
  noRequests,
  searches,
  facets,
  suggestions,
  target,
  filter,
  type Named,
  type RouteRow
} from "./RouteRow.ts"
import { catalogRows } from "./catalogRows.ts"
import { collectionRows } from "./collectionRows.ts"
import { proposalRows } from "./proposalRows.ts"
import { pluginRows } from "./pluginRows.ts"
import { readingRows } from "./readingRows.ts"
import { scraperRows } from "./scraperRows.ts"
import { seriesRows } from "./seriesRows.ts"
import { stashboxRows } from "./stashboxRows.ts"

/**
 * Every route of the server, keyed by the declared method and path. `test/permissions.pg.test.ts` calls each route as
 * every kind of caller. A new route needs a row in this table: its callers, the value of its `:id`, and a valid body.
 */
export const routeRows: Readonly<Record<string, RouteRow>> = {
  ...Object.assign({}, ...kinds.map(itemRows)),
  ...Object.assign({}, ...EntityKind.literals.map(entityRows)),
  "GET /api/tags/tree": { ...member, queries: ({ entity }) => [`parentId=${entity.tag}`] },

  "GET /api/audio-libraries/:id/tracks": { ...member, id: ({ item }) => item["album"]! },
  ...seriesRows,
  ...stashboxRows,
  ...collectionRows,
  ...scraperRows,
  ...pluginRows,
  "GET /api/galleries/:id/images": { ...member, id: gallery },
  "PUT /api/galleries/:id/order": {
    who: "the permitted, after a look",
    id: gallery,
    body: ({ item }) => ({ imageIds: [item["image"]!], before: null }),
    onlyHidden: "its galleries have no images to move"
  },
  "PUT /api/galleries/:id/cover": {
    who: "the permitted, after a look",
    id: gallery,
    body: () => ({ imageId: null })
  },
  "GET /api/galleries/:id/chapters": { ...member, id: gallery },
  "POST /api/galleries/:id/chapters": {
    who: "the permitted, after a look",
    id: gallery,
    body: ({ item }) => ({ title: "One", imageId: item["image"]! }),
    onlyHidden: "its galleries have no images that a chapter could begin with"
  },
  "PATCH /api/galleries/:id/chapters/:chapterId": {
    who: "the permitted, after a look",
    id: gallery,
    body: empty,
    onlyHidden: "its galleries have no chapters"
  },
  "DELETE /api/galleries/:id/chapters/:chapterId": {
    who: "the permitted, after a look",
    id: gallery,
    onlyHidden: "its galleries have no chapters"
  },
  "POST /api/audio-libraries/:id/tracks/upload": {
    who: "the permitted, after a look",
    id: ({ item }) => item["album"]!,
    onlyHidden: "takes a form"
  },
  "POST /api/galleries/:id/images/upload": {
    who: "the permitted, after a look",
    id: gallery,
    onlyHidden: "takes a form, and no archive accepts uploads"
  },

  "GET /api/health": { ...anyone, isRestless: "the status of the server changes" },
  "GET /api/session": anyone,
  "GET /api/auth/setup-status": anyone,
  "POST /api/auth/setup": { ...anyone, onlyHidden: "makes accounts" },
  "POST /api/auth/login": { ...anyone, onlyHidden: "makes sessions" },
  "GET /api/auth/me": member,
  "PATCH /api/auth/me": { ...member, body: empty },
  "POST /api/auth/password": { ...member, onlyHidden: "takes a password" },
  "POST /api/auth/logout": { ...member, onlyHidden: "ends the caller's session" },
  "GET /api/auth/sessions": { ...member, isRestless: "the time of last use changes" },
  "DELETE /api/auth/sessions": { ...member, onlyHidden: "ends the caller's other sessions" },
  "DELETE /api/auth/sessions/:id": {
    ...member,
    id: ({ session }) => session,
    onlyHidden: "ends a session"
  },

  "GET /api/audio-tracks/:id/lyrics": { ...member, id: track },

  "GET /api/search": { ...member, queries: searches },
  "GET /api/facets": { ...member, queries: facets },
  "GET /api/suggest": { ...member, queries: suggestions },

  ...catalogRows,
  ...proposalRows,

  "GET /api/requests": member,
  "POST /api/requests": member,
  "DELETE /api/requests/:id": { ...member, id: ({ account }) => account, onlyHidden: noRequests },
  "GET /api/requests/received": { ...admin, queries: () => ["state=answered"] },
  "PUT /api/requests/:id/answer": {
    ...admin,
    id: ({ account }) => account,
    body: ({ item }) => ({ answer: "added", itemId: item["video"] })
  },

  "GET /api/home": member,
  "PUT /api/home/problems/reviewed": admin,
  "GET /api/client-info": { ...member, isRestless: "the response contains the current time" },
  "GET /api/changelog": member,
  "GET /api/users": admin,
  "POST /api/users": { ...admin, body: empty },
  "GET /api/users/:id": { ...admin, id: ({ account }) => account },
  "PATCH /api/users/:id": { ...admin, id: ({ account }) => account, body: empty },
  "DELETE /api/users/:id": {
    ...admin,
    id: ({ account }) => account,
    onlyHidden: "later requests need the account"
  },
  "POST /api/users/:id/password": { ...admin, id: ({ account }) => account, body: empty },
  "GET /api/users/:id/sessions": {
    ...admin,
    id: ({ account }) => account,
    onlyHidden: "the time of last use changes during the test"
  },
  "DELETE /api/users/:id/sessions/:sessionId": { ...admin, id: ({ account }) => account },
  "PUT /api/session/view": { ...admin, body: empty },
  "DELETE /api/session/view": admin,
  "GET /api/settings": member,
  "PATCH /api/settings": { ...admin, body: empty },
  "GET /api/system/upgrade": admin,
  "GET /api/history": member,
  "GET /api/history/actors": admin,
  "GET /api/history/batches/:id": {
    ...member,
    id: ({ account }) => account,
    onlyHidden: "no account has a large change"
  },
  "DELETE /api/history/batches/:id": {
    ...member,
    id: ({ account }) => account,
    onlyHidden: "no account has a large change"
  },
  "POST /api/history/undo": {
    ...member,
    body: () => ({ eventPosition: 1, dryRun: true }),
    onlyHidden: "the caller may not undo the first change"
  },
  "GET /api/system/status": { ...anyone, isRestless: "the status of the server changes" },
  "POST /api/system/breaking-gate/accept": { ...admin, body: () => ({ gateId: "none" }) },
  "GET /api/system/storage": { ...admin, isRestless: "the storage usage is measured again" },
  "POST /api/system/storage/clear": { ...admin, body: () => ({ kind: "hls" }) },
  "GET /api/ui-prefs/:key": member,
  "PUT /api/ui-prefs/:key": { ...member, body: () => ({ value: 1 }) },
  "DELETE /api/ui-prefs/:key": member,
  "GET /api/openapi.json": member,
  "GET /api/docs": member,
  "GET /api/live": { ...member, isRestless: "the route opens a WebSocket" },

  "GET /api/markers": {
    ...member,
    queries: ({ library, word }) => [`q=${word}`, `libraryId=${library}`, "sort=title"]
  },
  "GET /api/audio-tracks/:id/markers": { ...member, id: track },
  "POST /api/audio-tracks/:id/markers": { ...admin, id: track, body: () => ({ title: "A place", start: 1 }) },
  "PATCH /api/audio-tracks/:id/markers/:markerId": { ...admin, id: track, body: empty },
  "DELETE /api/audio-tracks/:id/markers/:markerId": { ...admin, id: track },
  "GET /api/videos/:id/markers": { ...member, id: video },
  "POST /api/videos/:id/markers": { ...admin, id: video, body: () => ({ title: "A place", start: 1 }) },
  "PATCH /api/videos/:id/markers": { ...admin, id: video, body: empty },
  "PATCH /api/videos/:id/markers/:markerId": { ...admin, id: video, body: empty },
  "DELETE /api/videos/:id/markers": { ...admin, id: video },
  "DELETE /api/videos/:id/markers/:markerId": { ...admin, id: video },

  "GET /api/items/:id/similar": { ...member, id: video },
  "PATCH /api/items": {
    ...member,
    body: (named) => ({ ...target(named), changes: { isFavorite: { set: true } } })
  },
  "POST /api/items/values": { ...member, body: target },
  "POST /api/items/examine": { ...admin, body: target },
  "POST /api/items/remove": { ...admin, body: target, onlyHidden: "the items would be gone" },
  "GET /api/trash": admin,
  "DELETE /api/trash": admin,
  "POST /api/trash/:id/restore": { ...admin, id: video },
  "DELETE /api/trash/:id": { ...admin, id: video },

  "GET /api/libraries": member,
  "POST /api/libraries": {
    ...member,
    body: ({ word }) => ({ name: word, contents: ["videos"], roots: [{ path: `/${word}` }] }),
    onlyHidden: "makes a library"
  },
  "GET /api/libraries/:id": { ...member, id: ({ library }) => library },
  "PATCH /api/libraries/:id": { ...admin, id: ({ library }) => library, body: empty },
  "DELETE /api/libraries/:id": { ...admin, id: ({ library }) => library },
  "POST /api/libraries/:id/scan": { ...admin, id: ({ library }) => library, body: empty },
  "GET /api/libraries/browse": { ...admin, queries: () => ["path=/"] },
  "GET /api/libraries/browse/contents": { ...admin, queries: () => ["path=/"] },
  "GET /api/files": admin,

  "GET /api/video-stream/:id/hls/*": { ...member, id: video, onlyHidden: "starts a conversion" },
  "GET /api/video-stream/:id/hls/status": { ...member, id: video },
  "POST /api/videos/:id/examine": { ...admin, id: video },
  "POST /api/videos/upload": {
    ...member,
    onlyHidden: "takes a form; the permission is checked after the form field"
  },
  "GET /api/videos/:id/preview": { ...member, id: video },
  "POST /api/videos/upload/check": {
    ...member,
    body: ({ library, word }) => ({ libraryRootId: library, name: `${word}.mp4`, size: 1 })
  },
  "GET /api/videos/:id/thumbnail": { ...member, id: video },
  "POST /api/videos/:id/thumbnail": { who: "the permitted, after a look", id: video },
  "POST /api/videos/:id/thumbnail/from-url": {
    ...admin,
    id: video,
    body: () => ({ url: "https://example.com/a.png" })
  },
  "DELETE /api/videos/:id/thumbnail": { ...admin, id: video },
  "POST /api/videos/:id/thumbnail/from-frame": { ...admin, id: video, body: () => ({ seconds: 1 }) },
  "GET /api/images/timeline": { ...member, queries: filters },
  "GET /api/images/on-this-day": { ...member, queries: () => ["date=2026-05-31"] },
  "GET /api/images/:id/thumbnail": { ...member, id: image },
  "POST /api/images/:id/thumbnail": { who: "the permitted, after a look", id: image },
  "POST /api/images/:id/thumbnail/from-url": {
    ...admin,
    id: image,
    body: () => ({ url: "https://example.com/a.png" })
  },
  "DELETE /api/images/:id/thumbnail": { ...admin, id: image },
  "GET /api/audio-tracks/:id/waveform": { ...member, id: track },
  "GET /api/audio-tracks/:id/thumbnail": { ...member, id: track },
  "POST /api/audio-tracks/:id/thumbnail": { who: "the permitted, after a look", id: track },
  "POST /api/audio-tracks/:id/thumbnail/from-url": {
    ...admin,
    id: track,
    body: () => ({ url: "https://example.org/a.png" })
  },
  "DELETE /api/audio-tracks/:id/thumbnail": { ...admin, id: track },
  "GET /api/books/:id/thumbnail": { ...member, id: book },
  "POST /api/books/:id/thumbnail": { who: "the permitted, after a look", id: book },
  "POST /api/books/:id/thumbnail/from-url": {
    ...admin,
    id: book,
    body: () => ({ url: "https://example.org/a.png" })
  },
  "DELETE /api/books/:id/thumbnail": { ...admin, id: book },
  "GET /api/books/:id/progress": { ...member, id: book },
  "GET /api/books/:id/outline": { ...member, id: book, onlyHidden: noEpubs },
  "GET /api/books/:id/passages": { ...member, id: book, onlyHidden: noEpubs, queries: () => ["q=whale"] },
  "GET /api/books/:id/text": { ...member, id: book, onlyHidden: noEpubs, queries: () => ["page=1"] },
  "GET /api/books/:id/resource/*": { ...member, id: book, onlyHidden: noEpubs },
  "GET /api/books/:id/bookmarks": { ...member, id: book },
  "POST /api/books/:id/bookmarks": { ...member, id: book, body: () => ({ fraction: 0.5 }) },
  "PATCH /api/books/:id/bookmarks/:bookmarkId": {
    ...member,
    id: book,
    body: () => ({ name: "Here" }),
    onlyHidden: noBookmarks
  },
  "DELETE /api/books/:id/bookmarks/:bookmarkId": { ...member, id: book, onlyHidden: noBookmarks },
  "GET /api/books/:id/pages/:page": { ...member, id: book, onlyHidden: noComics },
  ...readingRows,
  "GET /api/reading-keys": member,
  "POST /api/reading-keys": member,
  "DELETE /api/reading-keys/:id": { ...member, id: () => "none" },
  "GET /api/audio-artists": {
    ...member,
    queries: ({ library }) => [`libraryId=${library}`, "hasAlbums=true"]
  },
  "GET /api/audio-artists/:id": { ...member, id: () => "none", onlyHidden: "no track has an artist tag" },
  "GET /api/book-series": { ...member, queries: ({ library }) => [`libraryId=${library}`] },

  "GET /api/videos/:id/subtitles": { ...member, id: video },
  "POST /api/videos/:id/subtitles": { who: "the permitted, after a look", id: video },
  "GET /api/videos/:id/subtitles/:trackId/source": {
    ...member,
    id: video,
    onlyHidden: "it has no such track"
  },
  "GET /api/videos/:id/subtitles/:trackId/cues": { ...member, id: video, onlyHidden: "it has no such track" },
  "PATCH /api/videos/:id/subtitles/:trackId": { ...admin, id: video, body: empty },
  "DELETE /api/videos/:id/subtitles/:trackId": { ...admin, id: video },
  "GET /api/transcripts": {
    ...member,
    queries: ({ item, library, word }) => [
      `q=${word}`,
      `q=${word}&videoId=${item["video"] ?? ""}`,
      `q=${word}&libraryId=${library}`
    ]
  },

  "GET /api/jobs": admin,
  "GET /api/jobs/:id": { ...admin, id: video },
  "POST /api/jobs/:id/cancel": { ...admin, id: video },
  "POST /api/jobs/:id/retry": { ...admin, id: video },
  "GET /api/jobs/bulk-preview": admin,
  "POST /api/jobs/bulk-preview": { ...admin, body: empty },
  "POST /api/jobs/cancel-all": { ...admin, body: empty },
  "POST /api/jobs/clear-finished": { ...admin, body: empty },
  "GET /api/jobs/failures": admin,
  "GET /api/jobs/queues": admin,
  "POST /api/jobs/queues/:queueName/pause": admin,
  "POST /api/jobs/queues/:queueName/resume": admin,
  "POST /api/jobs/queues/:queueName/run": admin,
  "GET /api/duplicates": { ...admin, queries: () => ["distance=8&seconds=5", "keepBy=oldest&perPage=3"] },
  "GET /api/duplicates/dismissals": admin,
  "POST /api/duplicates/dismissals": { ...admin, body: ({ item }) => ({ itemIds: Object.values(item) }) },
  "DELETE /api/duplicates/dismissals/:id": { ...admin, id: video },
  "POST /api/duplicates/resolutions": {
    ...admin,
    body: ({ item }) => ({ keepId: item["image"]!, removeIds: [item["video"]!] }),
    onlyHidden: "other requests need the video that this route removes"
  },
  "GET /api/duplicates/batches": admin,
  "POST /api/jobs/phash-backfill": admin,
  "POST /api/jobs/rebuild-preview/:id": { ...admin, id: video },
  "POST /api/jobs/retry-failed": { ...admin, body: empty },
  "GET /api/jobs/summary": admin,
  "GET /api/jobs/throughput": admin
}

/** Additional bodies that contain names, for routes with several ways of naming objects. */
export const moreBodies: Readonly<Record<string, (named: Named) => ReadonlyArray<unknown>>> = {
  "PATCH /api/items": (named) => [
    { filter: filter(named), changes: { isFavorite: { set: true } } },
    { filter: filter(named), dryRun: true, changes: { rating: { set: 50 } } },
    { filter: filter(named), dryRun: true, isTried: true, changes: { rating: { clear: true } } },
    { filter: { kind: "video", q: named.word }, expected: 1, changes: { isFavorite: { set: true } } },
    {
      filter: { kind: "video" },
      except: [video(named)],
      dryRun: true,
      changes: { isFavorite: { set: true } }
    }
  ]
}
