// Made by `npm run generate`. Do not edit.
import type { Routes } from "../PromiseClient.ts"

export const routes = {
  bulkAdmin: {
    edit: "PATCH /api/items",
    examine: "POST /api/items/examine",
    remove: "POST /api/items/remove"
  },
  bulk: {
    setUserState: "PATCH /api/items/user-state"
  },
  duplicates: {
    list: "GET /api/duplicates",
    dismissals: "GET /api/duplicates/dismissals",
    dismiss: "POST /api/duplicates/dismissals",
    revoke: "DELETE /api/duplicates/dismissals/:id",
    resolve: "POST /api/duplicates/resolutions",
    undo: "POST /api/duplicates/resolutions/:id/undo",
    batches: "GET /api/duplicates/batches",
    undoBatch: "POST /api/duplicates/batches/:id/undo"
  },
  tagTree: {
    tree: "GET /api/tags/tree"
  },
  performers: {
    list: "GET /api/performers",
    create: "POST /api/performers",
    get: "GET /api/performers/:id",
    update: "PATCH /api/performers/:id",
    remove: "DELETE /api/performers/:id",
    favorite: "PUT /api/performers/:id/favorite",
    unfavorite: "DELETE /api/performers/:id/favorite",
    rate: "PUT /api/performers/:id/rating",
    items: "GET /api/performers/:id/items",
    children: "GET /api/performers/:id/children",
    merge: "POST /api/performers/:id/merge",
    split: "POST /api/performers/:id/split"
  },
  studios: {
    list: "GET /api/studios",
    create: "POST /api/studios",
    get: "GET /api/studios/:id",
    update: "PATCH /api/studios/:id",
    remove: "DELETE /api/studios/:id",
    favorite: "PUT /api/studios/:id/favorite",
    unfavorite: "DELETE /api/studios/:id/favorite",
    rate: "PUT /api/studios/:id/rating",
    items: "GET /api/studios/:id/items",
    children: "GET /api/studios/:id/children",
    merge: "POST /api/studios/:id/merge",
    split: "POST /api/studios/:id/split"
  },
  tags: {
    list: "GET /api/tags",
    create: "POST /api/tags",
    get: "GET /api/tags/:id",
    update: "PATCH /api/tags/:id",
    remove: "DELETE /api/tags/:id",
    favorite: "PUT /api/tags/:id/favorite",
    unfavorite: "DELETE /api/tags/:id/favorite",
    rate: "PUT /api/tags/:id/rating",
    items: "GET /api/tags/:id/items",
    children: "GET /api/tags/:id/children",
    merge: "POST /api/tags/:id/merge",
    split: "POST /api/tags/:id/split"
  },
  history: {
    list: "GET /api/history",
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
  search: {
    search: "GET /api/search",
    facets: "GET /api/facets",
    suggest: "GET /api/suggest"
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
  albums: {
    list: "GET /api/audio-libraries",
    get: "GET /api/audio-libraries/:id",
    update: "PATCH /api/audio-libraries/:id",
    remove: "DELETE /api/audio-libraries/:id",
    rate: "PUT /api/audio-libraries/:id/rating",
    favorite: "PUT /api/audio-libraries/:id/favorite",
    unfavorite: "DELETE /api/audio-libraries/:id/favorite",
    watch: "PUT /api/audio-libraries/:id/watched",
    unwatch: "DELETE /api/audio-libraries/:id/watched",
    play: "POST /api/audio-libraries/:id/play",
    progress: "PUT /api/audio-libraries/:id/progress",
    forgetProgress: "DELETE /api/audio-libraries/:id/progress"
  },
  albumTracks: {
    tracks: "GET /api/audio-libraries/:id/tracks"
  },
  artists: {
    list: "GET /api/audio-artists",
    get: "GET /api/audio-artists/:id"
  },
  audioTracks: {
    list: "GET /api/audio-tracks",
    get: "GET /api/audio-tracks/:id",
    update: "PATCH /api/audio-tracks/:id",
    remove: "DELETE /api/audio-tracks/:id",
    rate: "PUT /api/audio-tracks/:id/rating",
    favorite: "PUT /api/audio-tracks/:id/favorite",
    unfavorite: "DELETE /api/audio-tracks/:id/favorite",
    watch: "PUT /api/audio-tracks/:id/watched",
    unwatch: "DELETE /api/audio-tracks/:id/watched",
    play: "POST /api/audio-tracks/:id/play",
    progress: "PUT /api/audio-tracks/:id/progress",
    forgetProgress: "DELETE /api/audio-tracks/:id/progress"
  },
  books: {
    list: "GET /api/books",
    get: "GET /api/books/:id",
    update: "PATCH /api/books/:id",
    remove: "DELETE /api/books/:id",
    rate: "PUT /api/books/:id/rating",
    favorite: "PUT /api/books/:id/favorite",
    unfavorite: "DELETE /api/books/:id/favorite",
    watch: "PUT /api/books/:id/watched",
    unwatch: "DELETE /api/books/:id/watched",
    play: "POST /api/books/:id/play",
    progress: "PUT /api/books/:id/progress",
    forgetProgress: "DELETE /api/books/:id/progress"
  },
  bookReading: {
    progress: "GET /api/books/:id/progress",
    outline: "GET /api/books/:id/outline",
    passages: "GET /api/books/:id/passages",
    pageText: "GET /api/books/:id/text"
  },
  bookShelves: {
    series: "GET /api/book-series",
    authors: "GET /api/book-authors"
  },
  galleries: {
    list: "GET /api/galleries",
    get: "GET /api/galleries/:id",
    update: "PATCH /api/galleries/:id",
    remove: "DELETE /api/galleries/:id",
    rate: "PUT /api/galleries/:id/rating",
    favorite: "PUT /api/galleries/:id/favorite",
    unfavorite: "DELETE /api/galleries/:id/favorite",
    watch: "PUT /api/galleries/:id/watched",
    unwatch: "DELETE /api/galleries/:id/watched",
    play: "POST /api/galleries/:id/play",
    progress: "PUT /api/galleries/:id/progress",
    forgetProgress: "DELETE /api/galleries/:id/progress"
  },
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
    timeline: "GET /api/images/timeline"
  },
  series: {
    list: "GET /api/video/series",
    get: "GET /api/video/series/:id",
    update: "PATCH /api/video/series/:id",
    remove: "DELETE /api/video/series/:id",
    rate: "PUT /api/video/series/:id/rating",
    favorite: "PUT /api/video/series/:id/favorite",
    unfavorite: "DELETE /api/video/series/:id/favorite",
    watch: "PUT /api/video/series/:id/watched",
    unwatch: "DELETE /api/video/series/:id/watched",
    play: "POST /api/video/series/:id/play",
    progress: "PUT /api/video/series/:id/progress",
    forgetProgress: "DELETE /api/video/series/:id/progress"
  },
  seasons: {
    list: "GET /api/video/seasons",
    get: "GET /api/video/seasons/:id",
    update: "PATCH /api/video/seasons/:id",
    remove: "DELETE /api/video/seasons/:id",
    rate: "PUT /api/video/seasons/:id/rating",
    favorite: "PUT /api/video/seasons/:id/favorite",
    unfavorite: "DELETE /api/video/seasons/:id/favorite",
    watch: "PUT /api/video/seasons/:id/watched",
    unwatch: "DELETE /api/video/seasons/:id/watched",
    play: "POST /api/video/seasons/:id/play",
    progress: "PUT /api/video/seasons/:id/progress",
    forgetProgress: "DELETE /api/video/seasons/:id/progress"
  },
  seriesContents: {
    seasons: "GET /api/video/series/:id/seasons",
    episodes: "GET /api/video/seasons/:id/episodes",
    nextUp: "GET /api/video/next-up",
    dismissNextUp: "PUT /api/video/series/:id/next-up"
  },
  movies: {
    list: "GET /api/video/movies",
    get: "GET /api/video/movies/:id",
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
    classify: "POST /api/video/classify"
  },
  classification: {
    get: "GET /api/videos/:id/classification"
  },
  classificationAdmin: {
    set: "PUT /api/videos/:id/classification"
  },
  videos: {
    list: "GET /api/videos",
    get: "GET /api/videos/:id",
    update: "PATCH /api/videos/:id",
    remove: "DELETE /api/videos/:id",
    rate: "PUT /api/videos/:id/rating",
    favorite: "PUT /api/videos/:id/favorite",
    unfavorite: "DELETE /api/videos/:id/favorite",
    watch: "PUT /api/videos/:id/watched",
    unwatch: "DELETE /api/videos/:id/watched",
    play: "POST /api/videos/:id/play",
    progress: "PUT /api/videos/:id/progress",
    forgetProgress: "DELETE /api/videos/:id/progress"
  },
  videosAdmin: {
    examine: "POST /api/videos/:id/examine"
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
    resetBook: "DELETE /api/books/:id/thumbnail"
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
