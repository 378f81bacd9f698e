import { beforeEach, expect, it } from "vitest"
import { mountPage, stubApi } from "@/lib/mountPage"
import SystemInfo from "./SystemInfo.vue"

const GIB = 1024 ** 3
const installation = {
  database: {
    serverVersion: "18.1",
    bytes: 40 * 1024 ** 2,
    schemaVersion: 15,
    schemaChangedAt: "2026-11-01T10:00:00Z"
  },
  tools: [
    {
      name: "ffmpeg",
      path: "/usr/bin/ffmpeg",
      version: "5.1.9",
      source: "path",
      advisory: "Older than 8.1.2."
    }
  ],
  encoders: [
    { encoder: "vaapi", fault: null },
    { encoder: "nvenc", fault: "Cannot load libcuda.so.1" }
  ],
  children: { limits: true, network: false },
  sandbox: {
    level: 2,
    required: 3,
    reason: "This machine cannot filter system calls.",
    cure: 'Install "perl".'
  },
  folders: [
    { name: "data", path: "/data", freeBytes: 30 * GIB, totalBytes: 100 * GIB },
    { name: "cache", path: "/mnt/slow", freeBytes: null, totalBytes: null }
  ],
  backups: [{ name: "pre-12-15.dump", bytes: 2048, madeAt: "2026-11-01T10:00:00Z" }],
  node: "v20.19.0",
  platform: "linux x64"
}
const status = { bootState: "ready", version: "2.0", breakingGate: null, startedAt: null, ffmpeg: null }
const health = { status: "ok", version: "2.0", database: "ok", worker: { lastSeenAt: null }, ffmpeg: {} }
const open = async (shown: unknown, warnings: ReadonlyArray<string> = []) => {
  stubApi({
    "GET /api/health": () => health,
    "GET /api/system/status": () => ({ ...status, warnings, installation: shown })
  })
  return (await mountPage(SystemInfo)).page
}

let text = ""
beforeEach(async () => {
  text = (await open(installation, ["Less than 2 GB of disk space is free for the data folder."])).text()
})

it("shows the free space and marks folders that do not respond", () => {
  expect(text).toContain("30 GB free of 100 GB")
  expect(text).toContain("/data")
  expect(text).toContain("Not responding")
  expect(text).toContain("Less than 2 GB of disk space is free")
})

it("shows the versions and the sandbox of the media tools", () => {
  expect(text).toContain("PostgreSQL 18.1, 40 MB")
  expect(text).toContain("Node.js 20.19.0, linux x64")
  expect(text).toContain("network access could not be blocked")
  expect(text).toContain('Level 2 of 3. This machine cannot filter system calls. Install "perl".')
  expect(text).toContain("VA-APIWorks")
  expect(text).toContain("Doesn’t work on this server. Cannot load libcuda.so.1")
  expect(text).toContain("ffmpeg: Older than 8.1.2.")
})

it("lists the database backups, or shows that no backups exist", async () => {
  expect(text).toContain("pre-12-15.dump")
  expect((await open({ ...installation, backups: [] })).text()).toContain("None")
})

it("hides the storage from members", async () => {
  expect((await open(null)).text()).not.toContain("Storage")
})
