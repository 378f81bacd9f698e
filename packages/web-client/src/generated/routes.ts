// Made by `npm run generate`. Do not edit.
import type { Routes } from "../PromiseClient.ts"

const shape1 = <const Path extends `/api/${string}`>(path: Path) => ({
  list: `GET ${path}` as const,
  create: `POST ${path}` as const,
  get: `GET ${path}/:id` as const,
  update: `PATCH ${path}/:id` as const,
  remove: `DELETE ${path}/:id` as const,
  favorite: `PUT ${path}/:id/favorite` as const,
  unfavorite: `DELETE ${path}/:id/favorite` as const,
  rate: `PUT ${path}/:id/rating` as const,
  removePicture: `DELETE ${path}/:id/thumbnail` as const,
  items: `GET ${path}/:id/items` as const,
  children: `GET ${path}/:id/children` as const,
  merge: `POST ${path}/:id/merge` as const,
  split: `POST ${path}/:id/split` as const
})

const shape2 = <const Path extends `/api/${string}`>(path: Path) => ({
  list: `GET ${path}/history` as const,
  asOf: `GET ${path}/as-of` as const,
  undo: `POST ${path}/undo` as const
})

const shape3 = <const Path extends `/api/${string}`>(path: Path) => ({
  list: `GET ${path}` as const,
  get: `GET ${path}/:id` as const,
  update: `PATCH ${path}/:id` as const,
  remove: `DELETE ${path}/:id` as const,
  rate: `PUT ${path}/:id/rating` as const,
  favorite: `PUT ${path}/:id/favorite` as const,
  unfavorite: `DELETE ${path}/:id/favorite` as const,
  watch: `PUT ${path}/:id/watched` as const,
  unwatch: `DELETE ${path}/:id/watched` as const,
  play: `POST ${path}/:id/play` as const,
  progress: `PUT ${path}/:id/progress` as const,
  forgetProgress: `DELETE ${path}/:id/progress` as const
})

export const routes = {
  autoTag: {
    find: "POST /api/auto-tag/find",
    list: "GET /api/auto-tag",
    accept: "POST /api/auto-tag/accept",
    dismiss: "POST /api/auto-tag/dismiss"
  },
  bulkAdmin: {
    examine: "POST /api/items/examine",
    remove: "POST /api/items/remove"
  },
  bulk: {
    edit: "PATCH /api/items",
    values: "POST /api/items/values"
  },
  collections: {
    list: "GET /api/collections",
    create: "POST /api/collections",
    preview: "POST /api/collections/preview",
    fromView: "POST /api/collections/from-view",
    get: "GET /api/collections/:id",
    update: "PATCH /api/collections/:id",
    remove: "DELETE /api/collections/:id",
    items: "GET /api/collections/:id/items",
    addItems: "POST /api/collections/:id/items",
    removeItems: "DELETE /api/collections/:id/items",
    orderItems: "PUT /api/collections/:id/items/order",
    noteItem: "PATCH /api/collections/:id/items/:itemId",
    chooseCover: "PUT /api/collections/:id/cover",
    playOrder: "GET /api/collections/:id/play-order",
    why: "GET /api/collections/:id/items/:itemId/why",
    changes: "GET /api/collections/:id/changes",
    refresh: "POST /api/collections/:id/refresh"
  },
  duplicates: {
    list: "GET /api/duplicates",
    dismissals: "GET /api/duplicates/dismissals",
    dismiss: "POST /api/duplicates/dismissals",
    revoke: "DELETE /api/duplicates/dismissals/:id",
    resolve: "POST /api/duplicates/resolutions",
    batches: "GET /api/duplicates/batches"
  },
  tagTree: {
    tree: "GET /api/tags/tree"
  },
  performers: shape1("/api/performers"),
  studios: shape1("/api/studios"),
  tags: shape1("/api/tags"),
  authors: shape1("/api/authors"),
  entityBulkAdmin: {
    remove: "POST /api/entities/remove"
  },
  entityBulk: {
    edit: "PATCH /api/entities",
    values: "POST /api/entities/values"
  },
  history: {
    list: "GET /api/history"
  },
  historyAdmin: {
    actors: "GET /api/history/actors"
  },
  home: {
    get: "GET /api/home"
  },
  homeAdmin: {
    reviewProblems: "PUT /api/home/problems/reviewed"
  },
  jobs: {
    list: "GET /api/jobs",
    queues: "GET /api/jobs/queues",
    bulkPreview: "GET /api/jobs/bulk-preview",
    previewSelection: "POST /api/jobs/bulk-preview",
    summary: "GET /api/jobs/summary",
    failures: "GET /api/jobs/failures",
    throughput: "GET /api/jobs/throughput",
    get: "GET /api/jobs/:id",
    cancel: "POST /api/jobs/:id/cancel",
    retry: "POST /api/jobs/:id/retry",
    retryFailed: "POST /api/jobs/retry-failed",
    cancelAll: "POST /api/jobs/cancel-all",
    clearFinished: "POST /api/jobs/clear-finished",
    runQueue: "POST /api/jobs/queues/:queueName/run",
    pauseQueue: "POST /api/jobs/queues/:queueName/pause",
    resumeQueue: "POST /api/jobs/queues/:queueName/resume",
    rebuildPreview: "POST /api/jobs/rebuild-preview/:id"
  },
  plugins: {
    list: "GET /api/plugins/packages",
    install: "POST /api/plugins/packages",
    remove: "DELETE /api/plugins/packages/:id",
    removeById: "DELETE /api/plugins/packages",
    configure: "PATCH /api/plugins/packages/:id",
    setAuth: "PUT /api/plugins/packages/:id/auth/:authKey",
    setHost: "PUT /api/plugins/packages/:id/hosts",
    runs: "GET /api/plugins/runs",
    available: "GET /api/plugins/available",
    execute: "POST /api/plugins/:id/execute"
  },
  requests: {
    list: "GET /api/requests",
    make: "POST /api/requests",
    withdraw: "DELETE /api/requests/:id"
  },
  receivedRequests: {
    list: "GET /api/requests/received",
    answer: "PUT /api/requests/:id/answer"
  },
  rules: {
    list: "GET /api/rules",
    create: "POST /api/rules",
    update: "PATCH /api/rules/:id",
    remove: "DELETE /api/rules/:id",
    preview: "POST /api/rules/preview",
    run: "POST /api/rules/:id/run",
    runs: "GET /api/rules/:id/runs",
    undo: "POST /api/rules/:id/undo"
  },
  search: {
    search: "GET /api/search",
    facets: "GET /api/facets",
    suggest: "GET /api/suggest"
  },
  similar: {
    list: "GET /api/items/:id/similar"
  },
  videoHistory: shape2("/api/videos/:id"),
  seriesHistory: shape2("/api/video/series/:id"),
  seasonHistory: shape2("/api/video/seasons/:id"),
  imageHistory: shape2("/api/images/:id"),
  galleryHistory: shape2("/api/galleries/:id"),
  albumHistory: shape2("/api/audio-libraries/:id"),
  trackHistory: shape2("/api/audio-tracks/:id"),
  bookHistory: shape2("/api/books/:id"),
  performerHistory: shape2("/api/performers/:id"),
  studioHistory: shape2("/api/studios/:id"),
  tagHistory: shape2("/api/tags/:id"),
  authorHistory: shape2("/api/authors/:id"),
  undo: {
    undo: "POST /api/history/undo",
    batch: "GET /api/history/batches/:id",
    stop: "DELETE /api/history/batches/:id"
  },
  views: {
    list: "GET /api/views",
    create: "POST /api/views",
    update: "PATCH /api/views/:id",
    remove: "DELETE /api/views/:id"
  },
  authPublic: {
    setupStatus: "GET /api/auth/setup-status",
    setup: "POST /api/auth/setup",
    login: "POST /api/auth/login"
  },
  session: {
    get: "GET /api/session"
  },
  auth: {
    logout: "POST /api/auth/logout",
    me: "GET /api/auth/me",
    updateMe: "PATCH /api/auth/me",
    sessions: "GET /api/auth/sessions",
    changePassword: "POST /api/auth/password",
    revokeOthers: "DELETE /api/auth/sessions",
    revokeSession: "DELETE /api/auth/sessions/:id"
  },
  upgrade: {
    report: "GET /api/system/upgrade"
  },
  usersAdmin: {
    list: "GET /api/users",
    create: "POST /api/users",
    get: "GET /api/users/:id",
    update: "PATCH /api/users/:id",
    remove: "DELETE /api/users/:id",
    resetPassword: "POST /api/users/:id/password",
    sessions: "GET /api/users/:id/sessions",
    revokeSession: "DELETE /api/users/:id/sessions/:sessionId"
  },
  view: {
    start: "PUT /api/session/view",
    end: "DELETE /api/session/view"
  },
  fingerprintsAdmin: {
    backfill: "POST /api/jobs/phash-backfill"
  },
  librariesAdmin: {
    browse: "GET /api/libraries/browse",
    folderContents: "GET /api/libraries/browse/contents",
    update: "PATCH /api/libraries/:id",
    remove: "DELETE /api/libraries/:id",
    scan: "POST /api/libraries/:id/scan",
    files: "GET /api/files"
  },
  libraries: {
    list: "GET /api/libraries",
    get: "GET /api/libraries/:id",
    create: "POST /api/libraries"
  },
  storage: {
    usage: "GET /api/system/storage",
    clear: "POST /api/system/storage/clear"
  },
  trash: {
    list: "GET /api/trash",
    restore: "POST /api/trash/:id/restore",
    purge: "DELETE /api/trash/:id",
    empty: "DELETE /api/trash"
  },
  uploads: {
    check: "POST /api/videos/upload/check"
  },
  albums: shape3("/api/audio-libraries"),
  albumTracks: {
    tracks: "GET /api/audio-libraries/:id/tracks"
  },
  artists: {
    list: "GET /api/audio-artists",
    get: "GET /api/audio-artists/:id"
  },
  audioTracks: shape3("/api/audio-tracks"),
  books: shape3("/api/books"),
  bookReading: {
    progress: "GET /api/books/:id/progress",
    outline: "GET /api/books/:id/outline",
    passages: "GET /api/books/:id/passages",
    pageText: "GET /api/books/:id/text"
  },
  bookFacets: {
    series: "GET /api/book-series"
  },
  galleries: shape3("/api/galleries"),
  galleryContents: {
    images: "GET /api/galleries/:id/images",
    order: "PUT /api/galleries/:id/order",
    cover: "PUT /api/galleries/:id/cover",
    chapters: "GET /api/galleries/:id/chapters",
    addChapter: "POST /api/galleries/:id/chapters",
    changeChapter: "PATCH /api/galleries/:id/chapters/:chapterId",
    removeChapter: "DELETE /api/galleries/:id/chapters/:chapterId"
  },
  images: {
    list: "GET /api/images",
    get: "GET /api/images/:id",
    update: "PATCH /api/images/:id",
    remove: "DELETE /api/images/:id",
    rate: "PUT /api/images/:id/rating",
    favorite: "PUT /api/images/:id/favorite",
    unfavorite: "DELETE /api/images/:id/favorite",
    watch: "PUT /api/images/:id/watched",
    unwatch: "DELETE /api/images/:id/watched",
    play: "POST /api/images/:id/play",
    progress: "PUT /api/images/:id/progress",
    forgetProgress: "DELETE /api/images/:id/progress",
    timeline: "GET /api/images/timeline",
    onThisDay: "GET /api/images/on-this-day"
  },
  series: shape3("/api/video/series"),
  seriesMerge: {
    merge: "POST /api/video/series/:id/merge"
  },
  seasons: shape3("/api/video/seasons"),
  seriesContents: {
    seasons: "GET /api/video/series/:id/seasons",
    extras: "GET /api/video/series/:id/extras",
    episodes: "GET /api/video/seasons/:id/episodes",
    nextUp: "GET /api/video/next-up",
    dismissNextUp: "PUT /api/video/series/:id/next-up"
  },
  movies: {
    list: "GET /api/video/movies",
    get: "GET /api/video/movies/:id",
    sets: "GET /api/video/movie-sets",
    update: "PATCH /api/video/movies/:id"
  },
  episodes: {
    list: "GET /api/video/episodes",
    get: "GET /api/video/episodes/:id",
    update: "PATCH /api/video/episodes/:id"
  },
  movieVersions: {
    attach: "POST /api/video/movies/:id/versions",
    detach: "DELETE /api/video/movies/:id/versions/:videoId",
    choosePrimary: "PUT /api/video/movies/:id/primary",
    setParts: "PUT /api/video/movies/:id/parts"
  },
  episodeVersions: {
    attach: "POST /api/video/episodes/:id/versions",
    detach: "DELETE /api/video/episodes/:id/versions/:videoId",
    choosePrimary: "PUT /api/video/episodes/:id/primary",
    setParts: "PUT /api/video/episodes/:id/parts"
  },
  simulator: {
    classify: "POST /api/video/classify",
    preview: "GET /api/libraries/:id/classification-preview",
    compare: "GET /api/libraries/:id/naming"
  },
  classification: {
    get: "GET /api/videos/:id/classification"
  },
  classificationAdmin: {
    set: "PUT /api/videos/:id/classification",
    renumber: "POST /api/video/episodes/renumber"
  },
  videos: shape3("/api/videos"),
  videosAdmin: {
    examine: "POST /api/videos/:id/examine"
  },
  proposals: {
    list: "GET /api/proposals",
    get: "GET /api/proposals/:id",
    reject: "POST /api/proposals/:id/reject",
    acceptMany: "POST /api/proposals/accept",
    sources: "GET /api/identify/sources",
    identify: "POST /api/identify",
    run: "GET /api/identify/:id"
  },
  acceptProposals: {
    video: "POST /api/videos/:id/accept-scrape",
    movie: "POST /api/video/movies/:id/accept-scrape",
    episode: "POST /api/video/episodes/:id/accept-scrape",
    series: "POST /api/video/series/:id/accept-scrape",
    gallery: "POST /api/galleries/:id/accept-scrape",
    image: "POST /api/images/:id/accept-scrape",
    book: "POST /api/books/:id/accept-scrape",
    track: "POST /api/audio-tracks/:id/accept-scrape",
    album: "POST /api/audio-libraries/:id/accept-scrape",
    performer: "POST /api/performers/:id/apply-scrape",
    studio: "POST /api/studios/:id/apply-scrape",
    tag: "POST /api/tags/:id/apply-scrape"
  },
  scrapers: {
    list: "GET /api/scrapers",
    reload: "POST /api/scrapers/reload",
    get: "GET /api/scrapers/:id",
    allowScripts: "PUT /api/scrapers/:id/scripts",
    scrape: "POST /api/scrapers/:id/scrape",
    test: "POST /api/scrapers/:id/test",
    fixtures: "GET /api/scrapers/:id/fixtures",
    saveFixture: "POST /api/scrapers/:id/fixtures",
    runFixtures: "POST /api/scrapers/:id/fixtures/run",
    removeFixture: "DELETE /api/scrapers/:id/fixtures/:fixtureId"
  },
  scraperPackages: {
    list: "GET /api/scraper-packages",
    install: "POST /api/scraper-packages",
    update: "POST /api/scraper-packages/update",
    remove: "DELETE /api/scraper-packages/:id"
  },
  stashbox: {
    list: "GET /api/stashbox-endpoints",
    create: "POST /api/stashbox-endpoints",
    get: "GET /api/stashbox-endpoints/:id",
    update: "PATCH /api/stashbox-endpoints/:id",
    remove: "DELETE /api/stashbox-endpoints/:id",
    test: "POST /api/stashbox-endpoints/:id/test",
    identify: "POST /api/stashbox-endpoints/:id/identify",
    lookupPerformer: "POST /api/stashbox-endpoints/:id/lookup/performer",
    lookupStudio: "POST /api/stashbox-endpoints/:id/lookup/studio",
    lookupTag: "POST /api/stashbox-endpoints/:id/lookup/tag",
    submitFingerprints: "POST /api/stashbox-endpoints/:id/submit-fingerprints",
    submissions: "GET /api/stashbox-endpoints/:id/submissions"
  },
  settings: {
    get: "GET /api/settings"
  },
  settingsAdmin: {
    update: "PATCH /api/settings"
  },
  health: {
    health: "GET /api/health"
  },
  system: {
    status: "GET /api/system/status"
  },
  systemAdmin: {
    acceptGate: "POST /api/system/breaking-gate/accept"
  },
  client: {
    info: "GET /api/client-info"
  },
  uiPrefs: {
    get: "GET /api/ui-prefs/:key",
    put: "PUT /api/ui-prefs/:key",
    remove: "DELETE /api/ui-prefs/:key"
  },
  bookmarks: {
    list: "GET /api/books/:id/bookmarks",
    add: "POST /api/books/:id/bookmarks",
    rename: "PATCH /api/books/:id/bookmarks/:bookmarkId",
    remove: "DELETE /api/books/:id/bookmarks/:bookmarkId"
  },
  lyrics: {
    get: "GET /api/audio-tracks/:id/lyrics"
  },
  markers: {
    wall: "GET /api/markers",
    list: "GET /api/videos/:id/markers"
  },
  markersAdmin: {
    add: "POST /api/videos/:id/markers",
    change: "PATCH /api/videos/:id/markers/:markerId",
    changeNamed: "PATCH /api/videos/:id/markers",
    remove: "DELETE /api/videos/:id/markers/:markerId",
    removeNamed: "DELETE /api/videos/:id/markers"
  },
  trackMarkers: {
    list: "GET /api/audio-tracks/:id/markers"
  },
  trackMarkersAdmin: {
    add: "POST /api/audio-tracks/:id/markers",
    change: "PATCH /api/audio-tracks/:id/markers/:markerId",
    remove: "DELETE /api/audio-tracks/:id/markers/:markerId"
  },
  picturesAdmin: {
    chooseFrame: "POST /api/videos/:id/thumbnail/from-frame",
    fetchVideo: "POST /api/videos/:id/thumbnail/from-url",
    fetchImage: "POST /api/images/:id/thumbnail/from-url",
    fetchTrack: "POST /api/audio-tracks/:id/thumbnail/from-url",
    fetchBook: "POST /api/books/:id/thumbnail/from-url",
    resetVideo: "DELETE /api/videos/:id/thumbnail",
    resetImage: "DELETE /api/images/:id/thumbnail",
    resetTrack: "DELETE /api/audio-tracks/:id/thumbnail",
    resetBook: "DELETE /api/books/:id/thumbnail",
    resetVideoRole: "DELETE /api/videos/:id/pictures/:role",
    resetSeriesRole: "DELETE /api/video/series/:id/pictures/:role"
  },
  playback: {
    hlsStatus: "GET /api/video-stream/:id/hls/status"
  },
  subtitles: {
    list: "GET /api/videos/:id/subtitles",
    cues: "GET /api/videos/:id/subtitles/:trackId/cues",
    transcripts: "GET /api/transcripts"
  },
  subtitlesAdmin: {
    label: "PATCH /api/videos/:id/subtitles/:trackId",
    remove: "DELETE /api/videos/:id/subtitles/:trackId"
  },
  readingKeys: {
    list: "GET /api/reading-keys",
    make: "POST /api/reading-keys",
    revoke: "DELETE /api/reading-keys/:id"
  }
} as const satisfies Routes
