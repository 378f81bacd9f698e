// Invented contents for developing the web app without a server.
import { randomUUID } from "node:crypto"

const now = Date.now()
const iso = (ms) => new Date(ms).toISOString()
const pick = (list, n) => list[n % list.length]
export const uuid = (n) =>
  `0193${String(n).padStart(4, "0").slice(-4)}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`

const adjectives = [
  "Quiet",
  "Northern",
  "Broken",
  "Golden",
  "Last",
  "Silent",
  "Hidden",
  "Distant",
  "Paper",
  "Winter"
]
const nouns = [
  "Harbour",
  "Orchard",
  "Signal",
  "Meridian",
  "Tide",
  "Lantern",
  "Atlas",
  "Canyon",
  "Letters",
  "Garden"
]
const ends = [
  "",
  " at Dawn",
  " of Salt",
  " Revisited",
  " in Colour",
  " – Director’s Cut with a Very Long Title Indeed"
]
const sizes = [
  [1920, 1080],
  [1280, 720],
  [3840, 2160],
  [720, 576],
  [1920, 800],
  [1080, 1920]
]

export const libraries = [
  {
    id: uuid(1),
    name: "Films",
    isNsfw: false,
    contents: ["videos"],
    roots: [
      {
        id: uuid(11),
        path: "/media/films",
        enabled: true,
        recursive: true,
        lastScannedAt: iso(now - 3_600_000)
      }
    ],
    createdAt: iso(now - 9e9)
  },
  {
    id: uuid(2),
    name: "Home videos",
    isNsfw: false,
    contents: ["videos"],
    roots: [
      {
        id: uuid(12),
        path: "/media/home",
        enabled: true,
        recursive: true,
        lastScannedAt: iso(now - 86_400_000)
      },
      { id: uuid(13), path: "/archive/camera", enabled: false, recursive: true, lastScannedAt: null }
    ],
    createdAt: iso(now - 8e9)
  }
]

export const videoAt = (n, over = {}) => {
  const [width, height] = pick(sizes, n * 7)
  const status = n % 29 === 5 ? "failed" : n % 31 === 7 ? "missing" : n % 37 === 3 ? "arriving" : "ready"
  const probed = status === "ready" || status === "missing"
  return {
    id: uuid(1000 + n),
    kind: "video",
    title: `${pick(adjectives, n)} ${pick(nouns, Math.floor(n / 3))}${pick(ends, Math.floor(n / 5))}`,
    status,
    isMissing: status === "missing",
    isNsfw: n % 41 === 0,
    isOrganized: n % 4 === 0,
    libraryId: libraries[n % 5 === 0 ? 1 : 0].id,
    date: n % 3 === 0 ? null : `${1960 + (n % 60)}-0${1 + (n % 9)}-1${n % 9}`,
    rating: n % 6 === 0 ? 10 * (n % 11) : null,
    size: 50_000_000 + ((n * 7_919_123) % 9_000_000_000),
    container: probed ? pick(["mov,mp4,m4a", "matroska,webm", "avi"], n) : null,
    duration: probed ? 60 + ((n * 37) % 9_000) : null,
    width: probed ? width : null,
    height: probed ? height : null,
    videoCodec: probed ? pick(["h264", "hevc", "av1", "mpeg4"], n) : null,
    audioCodec: probed ? pick(["aac", "ac3", "opus"], n) : null,
    playbackFailure: null,
    createdAt: iso(now - n * 60_000 - 1_000),
    updatedAt: iso(now - n * 30_000),
    ...over
  }
}

export const videoDetail = (summary) => ({
  ...summary,
  sortTitle: summary.title,
  details:
    summary.details ??
    "A small town, a long winter and a signal nobody expected. Filmed over three years with a crew of four.\n\nRestored from the original negative.",
  rootId: uuid(11),
  path: `2023/${summary.title}.mkv`,
  frameRate: summary.duration === null ? null : 23.976023976,
  bitRate: summary.duration === null ? null : 8_400_000,
  streams:
    summary.duration === null
      ? []
      : [
          {
            index: 0,
            kind: "video",
            codec: "h264",
            language: null,
            title: null,
            width: summary.width,
            height: summary.height,
            channels: null,
            sampleRate: null,
            isDefault: true
          },
          {
            index: 1,
            kind: "audio",
            codec: "aac",
            language: "eng",
            title: "Stereo",
            width: null,
            height: null,
            channels: 2,
            sampleRate: 48000,
            isDefault: true
          },
          {
            index: 2,
            kind: "subtitle",
            codec: "subrip",
            language: "deu",
            title: null,
            width: null,
            height: null,
            channels: null,
            sampleRate: null,
            isDefault: false
          }
        ],
  chapters:
    summary.duration === null
      ? []
      : ["Opening", "The letter", "Crossing", "Home"].map((title, at) => ({
          title,
          start: (summary.duration / 4) * at,
          end: (summary.duration / 4) * (at + 1)
        })),
  failure:
    summary.status === "failed"
      ? "The file ends in the middle of its index (moov atom not found). It was probably copied only in part."
      : null,
  version: summary.version ?? 1,
  playback: {
    directUrl: `/api/video-stream/${summary.id}/source`,
    hlsUrl: `/api/video-stream/${summary.id}/hls/master.m3u8`,
    directPlayable: {
      container: summary.container,
      video: summary.videoCodec,
      audio: summary.audioCodec,
      mimeType: 'video/mp4; codecs="avc1.640028, mp4a.40.2"'
    }
  }
})

const queueNames = [
  ["library-scan", "Library scan"],
  ["media-probe", "Media probe"],
  ["fingerprint", "Fingerprint"],
  ["preview", "Preview"],
  ["metadata-import", "Metadata import"],
  ["gallery-scan", "Gallery scan"],
  ["image-thumbnail", "Image thumbnail"],
  ["image-fingerprint", "Image fingerprint"],
  ["audio-scan", "Audio scan"],
  ["audio-probe", "Audio probe"],
  ["audio-fingerprint", "Audio fingerprint"],
  ["audio-waveform", "Audio waveform"],
  ["collection-refresh", "Collection refresh"],
  ["extract-subtitles", "Extract subtitles"],
  ["library-maintenance", "Library maintenance"]
]
export const queues = queueNames.map(([name, label], n) => ({
  name,
  label,
  concurrency: 1 + (n % 2),
  isPaused: n === 5,
  queued: (n * 53) % 400,
  started: n % 4 === 0 ? 1 : 0,
  failed: n % 6 === 3 ? 4 : 0,
  completedLastHour: (n * 97) % 900,
  oldestQueuedAt: n % 3 === 0 ? iso(now - n * 60_000) : null
}))

const statuses = ["queued", "started", "completed", "completed", "completed", "failed", "cancelled"]
export const makeRun = (n, over = {}) => {
  const queue = pick(queues, n)
  const status = over.status ?? pick(statuses, n)
  const isExhausted = status === "failed" && n % 2 === 0
  return {
    id: over.id ?? uuid(500_000 + n),
    queueName: queue.name,
    queueLabel: queue.label,
    status,
    attempts: status === "queued" ? 0 : 1 + (n % 3),
    maxAttempts: 15,
    earlierAttempts: 0,
    targetType: "video",
    targetId: uuid(1000 + n),
    targetLabel: `/media/films/${videoAt(n).title}.mkv`,
    triggeredBy: pick(["scan", "admin", "schedule"], n),
    parentJobRunId: null,
    batchId: null,
    progress:
      status === "started"
        ? { percent: (n * 13) % 100, phase: "encode", detail: { fps: 87, speed: 3.4, etaSeconds: 41 } }
        : null,
    result: status === "completed" ? { frames: 1234 } : null,
    error:
      status === "failed"
        ? {
            message: "ffprobe ended with code 1: moov atom not found",
            detail: "[mov,mp4 @ 0x55d]\nmoov atom not found\nInvalid data found when processing input"
          }
        : null,
    queuedAt: iso(Date.now() - n * 4_000 - 3_000),
    startedAt: status === "queued" ? null : iso(Date.now() - n * 4_000 - 2_000),
    finishedAt: ["completed", "failed", "cancelled"].includes(status) ? iso(Date.now() - n * 4_000) : null,
    nextRetryAt: status === "failed" && !isExhausted ? iso(Date.now() + 90_000) : null,
    isExhausted,
    rev: 1,
    ...over
  }
}
export const newId = () => randomUUID()

export const folders = {
  "/": ["media", "archive", "home"],
  "/media": ["films", "home", "music", "A folder with quite a long name, to see what happens"],
  "/archive": ["camera"]
}
export const details = (run) => ({
  ...run,
  payload: { videoId: run.targetId, heights: [1080, 720, 480] },
  command:
    "ffmpeg -hide_banner -ss 12.5 -i '/media/films/Quiet Harbour.mkv' -vf 'fps=1/10,scale=240:-2,tile=12x12' -c:v libwebp -y /data/previews/0193/sprite.webp",
  log: Array.from({ length: 14 }, (_unused, n) => ({
    attempt: 1 + Math.floor(n / 8),
    at: new Date(Date.now() - (14 - n) * 900).toISOString(),
    level: n === 6 ? "warning" : n === 13 && run.error ? "error" : "info",
    text: n === 6 ? "Past duration 0.99 too large" : `frame=${n * 120} fps=87 speed=3.4x`
  }))
})
export const changelog =
  "# Changelog\n\n## 2.0.0-alpha.1 – 2026-11-20\n\n### Added\n- Accounts, libraries and the **live console**.\n- A player with `Auto`, *Direct* and pinned heights. See <https://example.org/player>.\n\n### Fixed\n- Files that end early are reported by name.\n\n## 1.9.0\n\nThe last version without accounts.\n"

export const devices = () => [
  {
    id: uuid(70),
    client: "Web",
    deviceName: "Firefox on Linux",
    deviceId: null,
    ipAddress: "192.168.1.20",
    createdAt: new Date(Date.now() - 9e8).toISOString(),
    lastSeenAt: new Date().toISOString(),
    isCurrent: true
  },
  {
    id: uuid(71),
    client: "Web",
    deviceName: "Safari on iPhone",
    deviceId: null,
    ipAddress: "192.168.1.31",
    createdAt: new Date(Date.now() - 8e9).toISOString(),
    lastSeenAt: new Date(Date.now() - 8e7).toISOString(),
    isCurrent: false
  }
]

export const scannedFiles = (query) =>
  Array.from({ length: 480 }, (_unused, n) => ({
    library: { id: uuid(1), name: "Films" },
    root: { id: uuid(2), path: "/media/films" },
    path: n % 40 === 9 ? `2023/.hidden ${n}` : `2023/${videoAt(n).title}.${n % 7 === 0 ? "txt" : "mkv"}`,
    kind: n % 40 === 9 ? "folder" : "file",
    size: n % 40 === 9 ? null : n * 1e6 + 4e6,
    mtime: new Date(Date.now() - n * 1e6).toISOString(),
    verdict: ["indexed", "unchanged", "ignored", "failed", "moved", "missing", "unchanged"][n % 7],
    reason: [
      null,
      null,
      "not a video by its name",
      "moov atom not found",
      "was at 2022/old.mkv",
      "no longer there",
      null
    ][n % 7],
    entityType: "video",
    entityId: uuid(1000 + n),
    checkedAt: new Date(Date.now() - 6e5).toISOString()
  })).filter((file) => !query.get("verdict") || file.verdict === query.get("verdict"))
