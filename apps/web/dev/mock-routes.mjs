// Answers of the mock, in memory. `live` is exported for the upgrade, `isSignedIn` for the same reason.
import {
  changelog,
  details,
  devices,
  folders,
  libraries as someLibraries,
  makeRun,
  newId,
  queues,
  scannedFiles,
  uuid,
  videoAt,
  videoDetail
} from "./mock-data.mjs"
import { makeLive } from "./mock-live.mjs"

const state = process.argv[3] ?? "ready"
const COUNT = state === "ready" ? 100_000 : 0
const libraries = state === "ready" ? [...someLibraries] : []
const runs = new Map(
  Array.from({ length: state === "ready" ? 2_000 : 0 }, (_unused, n) => makeRun(n)).map((run) => [
    run.id,
    run
  ])
)
export const live = makeLive({
  runs,
  rate: Number(process.env.MOCK_RATE ?? 8),
  grow: Number(process.env.MOCK_GROW ?? 0)
})
let needsSetup = state === "setup"
let signedIn = process.env.MOCK_SIGNED_IN === "1"
let failures = 0
const me = {
  id: uuid(5),
  username: "ada",
  displayName: "Ada",
  role: process.env.MOCK_ROLE ?? "administrator",
  enabled: true,
  allowNsfw: true,
  showNsfw: true,
  mayCreateLibraries: true,
  libraryIds: [],
  lastLoginAt: null,
  createdAt: new Date().toISOString()
}
let settings = {
  default_playback_mode: "direct",
  trickplay_interval_seconds: 10,
  trickplay_quality: 2,
  background_worker_concurrency: 1
}
const edits = new Map()
const added = []
live.onGrow(() => {
  const video = videoAt(200_000 + added.length, {
    id: newId(),
    status: "ready",
    createdAt: new Date().toISOString()
  })
  added.unshift(video)
  return [video.id]
})
const byIndex = (n) => {
  const video = n < added.length ? added[n] : videoAt(n - added.length)
  return { ...video, ...edits.get(video.id) }
}
const byId = (id) => {
  const n = parseInt(id.slice(-12), 16) - 1000
  const base = added.find((video) => video.id === id) ?? (n >= 0 && n < COUNT ? videoAt(n) : undefined)
  return base && { ...base, ...edits.get(id) }
}

export class Fault extends Error {
  constructor(status, code, message, headers = {}) {
    super(message)
    Object.assign(this, { status, code, headers })
  }
}
const page = (items, total, query) => ({
  items,
  total,
  page: Number(query.get("page") ?? 1),
  perPage: Number(query.get("perPage") ?? 40)
})
const slice = (all, query) => {
  const p = Number(query.get("page") ?? 1),
    per = Number(query.get("perPage") ?? 40)
  return page(all.slice((p - 1) * per, p * per), all.length, query)
}
const withCounts = (library) => ({
  ...library,
  counts: {
    videos: COUNT === 0 ? added.length : library.id === uuid(1) ? 80_000 : 20_000,
    missing: library.id === uuid(1) ? 12 : 0
  }
})
const need = (value, what) => {
  if (!value) throw new Fault(404, "not_found", `There is no such ${what}.`)
  return value
}

const listVideos = (query) => {
  const p = Number(query.get("page") ?? 1),
    per = Number(query.get("perPage") ?? 40),
    total = COUNT + added.length
  const filters = ["q", "status", "libraryId"].filter((name) => query.get(name))
  if (filters.length === 0 && query.get("sort") !== "title") {
    const from = (p - 1) * per
    return page(
      Array.from({ length: Math.max(0, Math.min(per, total - from)) }, (_unused, n) => byIndex(from + n)),
      total,
      query
    )
  }
  const all = []
  for (let n = 0; n < Math.min(total, 20_000); n++) {
    const video = byIndex(n)
    if (query.get("q") && !video.title.toLowerCase().includes(query.get("q").toLowerCase())) continue
    if (query.get("status") && video.status !== query.get("status")) continue
    if (query.get("libraryId") && video.libraryId !== query.get("libraryId")) continue
    all.push(video)
  }
  if (query.get("sort") === "title") all.sort((a, b) => a.title.localeCompare(b.title))
  return slice(all, query)
}
export const isSignedIn = () => signedIn

export const routes = [
  ["GET", "/api/auth/setup-status", () => ({ needsSetup, hasUsers: !needsSetup })],
  [
    "POST",
    "/api/auth/setup",
    ({ body }) => {
      if (!body.username) throw new Fault(400, "validation", "username: must have 1 to 64 characters")
      needsSetup = false
      signedIn = true
      Object.assign(me, { username: body.username, displayName: body.displayName ?? body.username })
      return { accessToken: "x", user: me }
    }
  ],
  [
    "POST",
    "/api/auth/login",
    ({ body }) => {
      if (body.password !== "password1") {
        if (++failures > 3) {
          failures = 0
          throw new Fault(429, "auth_rate_limited", "Too many failed attempts. Try again in 12 seconds.", {
            "retry-after": "12"
          })
        }
        throw new Fault(401, "invalid_credentials", "The username or the password is wrong.")
      }
      signedIn = true
      return { accessToken: "x", user: me }
    }
  ],
  [
    "GET",
    "/api/health",
    () => ({
      status: "ok",
      version: "2.0.0-alpha.1",
      database: "ok",
      worker: { lastSeenAt: new Date(Date.now() - 2_000).toISOString() },
      ffmpeg: { available: true, version: "5.1.9-0+deb12u1" }
    })
  ],
  [
    "*",
    "/api/*",
    () => {
      if (!signedIn) throw new Fault(401, "authentication_required", "Sign in to use this.")
      return undefined
    }
  ],
  [
    "POST",
    "/api/auth/logout",
    () => {
      signedIn = false
      return null
    }
  ],
  ["GET", "/api/auth/me", () => me],
  ["PATCH", "/api/auth/me", ({ body }) => Object.assign(me, body)],
  ["GET", "/api/auth/sessions", ({ query }) => slice(devices(), query)],

  ["DELETE", "/api/auth/sessions/:id", () => null],
  ["GET", "/api/settings", () => settings],
  [
    "PATCH",
    "/api/settings",
    ({ body }) => {
      if (body.background_worker_concurrency > 16)
        throw new Fault(
          400,
          "validation",
          "background_worker_concurrency: must be a whole number from 1 to 16"
        )
      return (settings = { ...settings, ...body })
    }
  ],
  [
    "GET",
    "/api/system/status",
    () => ({
      bootState: "ready",
      version: "2.0.0-alpha.1",
      breakingGate: null,
      startedAt: new Date(Date.now() - 5e7).toISOString(),
      warnings: ["MEDIA_RECOVERY_PASSWORD is set: remove it once you are signed in."]
    })
  ],
  ["GET", "/api/changelog", () => changelog],
  [
    "GET",
    "/api/libraries/browse",
    ({ query }) => {
      const path = query.get("path") ?? "/media"
      if (path.includes("nope"))
        throw new Fault(400, "root_unusable", `The folder ${path} cannot be used: it does not exist.`)
      return {
        path,
        parentPath: path === "/" ? null : path.replace(/\/[^/]+$/, "") || "/",
        directories: (folders[path] ?? []).map((name) => ({
          name,
          path: `${path === "/" ? "" : path}/${name}`
        }))
      }
    }
  ],
  ["GET", "/api/libraries", ({ query }) => slice(libraries.map(withCounts), query)],
  [
    "POST",
    "/api/libraries",
    ({ body }) => {
      if (body.roots[0].path === "/archive")
        throw new Fault(
          409,
          "root_overlaps",
          'The folder /archive overlaps with /archive/camera of the library "Home videos".'
        )
      const library = {
        id: newId(),
        isNsfw: false,
        createdAt: new Date().toISOString(),
        ...body,
        roots: body.roots.map((root) => ({
          id: newId(),
          enabled: true,
          recursive: true,
          lastScannedAt: null,
          ...root
        }))
      }
      libraries.push(library)
      for (let n = 0; n < 8; n++) {
        const run = makeRun(n, { id: newId(), status: n < 3 ? "started" : "queued" })
        runs.set(run.id, run)
        live.publish({ runs: [run], totals: live.totals() })
      }
      return withCounts(library)
    }
  ],
  [
    "GET",
    "/api/libraries/:id",
    ({ id }) =>
      withCounts(
        need(
          libraries.find((library) => library.id === id),
          "library"
        )
      )
  ],
  [
    "PATCH",
    "/api/libraries/:id",
    ({ id, body }) =>
      withCounts(
        Object.assign(
          need(
            libraries.find((library) => library.id === id),
            "library"
          ),
          body
        )
      )
  ],
  [
    "DELETE",
    "/api/libraries/:id",
    ({ id }) => {
      libraries.splice(
        libraries.findIndex((library) => library.id === id),
        1
      )
      return null
    }
  ],
  ["POST", "/api/libraries/:id/scan", () => ({ jobRunIds: [newId()] })],
  ["GET", "/api/files", ({ query }) => slice(scannedFiles(query), query)],

  ["GET", "/api/videos", ({ query }) => listVideos(query)],
  ["GET", "/api/videos/:id", ({ id }) => videoDetail(need(byId(id), "video"))],
  [
    "PATCH",
    "/api/videos/:id",
    ({ id, body }) => {
      const { expectedVersion, ...change } = body
      const video = need(byId(id), "video")
      const version = edits.get(id)?.version ?? 1
      if (expectedVersion !== undefined && expectedVersion !== version)
        throw new Fault(409, "conflict", "The video was changed meanwhile.")
      if (body.title === "conflict") {
        edits.set(id, { ...edits.get(id), version: version + 1, title: "Changed by somebody else" })
        throw new Fault(409, "conflict", "The video was changed meanwhile.")
      }
      edits.set(id, { ...edits.get(id), ...change, version: version + 1 })
      live.publish({ videos: { ids: [id], many: false } })
      return videoDetail({ ...video, ...edits.get(id) })
    }
  ],
  [
    "GET",
    "/api/video-stream/:id/hls/status",
    () => ({
      state: "generating",
      renditions: [1080, 720, 480].map((height) => ({
        height,
        width: (height * 16) / 9,
        bandwidth: height * 4000,
        codecs: "avc1",
        segmentsReady: 1,
        segmentsTotal: 12,
        copy: false
      })),
      progress: 0.34
    })
  ],
  [
    "GET",
    "/api/jobs",
    ({ query }) =>
      slice(live.select({ status: query.get("status"), queue: query.get("queue"), q: query.get("q") }), query)
  ],
  ["GET", "/api/jobs/queues", () => ({ items: queues })],
  ["POST", "/api/jobs/queues/:id/run", () => ({ enqueued: 12, skipped: 3, jobRunIds: [] })],
  [
    "POST",
    "/api/jobs/queues/:id/pause",
    ({ id }) => {
      queues.find((queue) => queue.name === id).isPaused = true
      live.publish({ queues: [{ name: id, isPaused: true }] })
      return null
    }
  ],
  [
    "POST",
    "/api/jobs/queues/:id/resume",
    ({ id }) => {
      queues.find((queue) => queue.name === id).isPaused = false
      live.publish({ queues: [{ name: id, isPaused: false }] })
      return null
    }
  ],
  ["GET", "/api/jobs/bulk-preview", () => ({ retry: 41, cancel: 211, clear: 857, upTo: null })],
  ["POST", "/api/jobs/retry-failed", () => ({ count: 41 })],
  ["POST", "/api/jobs/cancel-all", () => ({ count: 211 })],
  ["POST", "/api/jobs/clear-finished", () => ({ count: 857 })],
  ["GET", "/api/jobs/:id", ({ id }) => details(need(runs.get(id), "job run"))],
  [
    "POST",
    "/api/jobs/:id/cancel",
    ({ id }) =>
      live.update(need(runs.get(id), "job run"), {
        status: "cancelled",
        finishedAt: new Date().toISOString(),
        progress: null
      })
  ],
  [
    "POST",
    "/api/jobs/:id/retry",
    ({ id }) =>
      live.update(need(runs.get(id), "job run"), {
        status: "queued",
        error: null,
        finishedAt: null,
        nextRetryAt: null,
        isExhausted: false
      })
  ]
]
