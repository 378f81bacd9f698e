// Made by `npm run generate`. Do not edit.
import type { Routes } from "../PromiseClient.ts"

export const routes = {
  authPublic: {
    setupStatus: "GET /api/auth/setup-status",
    setup: "POST /api/auth/setup",
    login: "POST /api/auth/login"
  },
  auth: {
    logout: "POST /api/auth/logout",
    me: "GET /api/auth/me",
    updateMe: "PATCH /api/auth/me",
    sessions: "GET /api/auth/sessions",
    revokeSession: "DELETE /api/auth/sessions/:id"
  },
  audioTracks: {
    list: "GET /api/audio-tracks",
    get: "GET /api/audio-tracks/:id",
    update: "PATCH /api/audio-tracks/:id",
    rate: "PUT /api/audio-tracks/:id/rating",
    favorite: "PUT /api/audio-tracks/:id/favorite",
    unfavorite: "DELETE /api/audio-tracks/:id/favorite"
  },
  books: {
    list: "GET /api/books",
    get: "GET /api/books/:id",
    update: "PATCH /api/books/:id",
    rate: "PUT /api/books/:id/rating",
    favorite: "PUT /api/books/:id/favorite",
    unfavorite: "DELETE /api/books/:id/favorite"
  },
  images: {
    list: "GET /api/images",
    get: "GET /api/images/:id",
    update: "PATCH /api/images/:id",
    rate: "PUT /api/images/:id/rating",
    favorite: "PUT /api/images/:id/favorite",
    unfavorite: "DELETE /api/images/:id/favorite"
  },
  itemsAdmin: {
    edit: "PATCH /api/items"
  },
  librariesAdmin: {
    browse: "GET /api/libraries/browse",
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
  jobs: {
    list: "GET /api/jobs",
    queues: "GET /api/jobs/queues",
    bulkPreview: "GET /api/jobs/bulk-preview",
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
  playback: {
    hlsStatus: "GET /api/video-stream/:id/hls/status"
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
    status: "GET /api/system/status",
    clientInfo: "GET /api/client-info"
  },
  videos: {
    list: "GET /api/videos",
    get: "GET /api/videos/:id",
    update: "PATCH /api/videos/:id",
    rate: "PUT /api/videos/:id/rating",
    favorite: "PUT /api/videos/:id/favorite",
    unfavorite: "DELETE /api/videos/:id/favorite"
  },
  videosAdmin: {
    examine: "POST /api/videos/:id/examine"
  }
} as const satisfies Routes
