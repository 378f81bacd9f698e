import { spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pulse } from "./support/Clients.ts"
import { doctor } from "./support/Doctor.ts"
import { fillLibrary, longVideo, tinyVideo, variantOf } from "./support/SampleVideos.ts"
import { bindMount, isRoot, reachableInstallation, unmountAll } from "./support/Mounts.ts"
import { Product, temporary } from "./support/Product.ts"
import { byLength, chosenSeed, eventually, seeded, seen, sleep, timed } from "./support/Time.ts"

let product: Product
const random = seeded(chosenSeed())
beforeAll(async () => {
  product = await Product.start("library")
})
afterAll(async () => {
  unmountAll()
  await product?.stop()
})

const folderOf = (name: string) => {
  const folder = join(product.folder, name)
  mkdirSync(folder, { recursive: true })
  return folder
}
const statuses = (rootId: string) =>
  product.rows(
    "select path, status, failure from items v join item_files f on f.item_id = v.id where root_id = $1 order by path",
    [rootId]
  )
const missing = async (rootId: string): Promise<number> =>
  (
    await product.rows(
      "select count(*)::int as n from items v join item_files f on f.item_id = v.id where root_id = $1 and status = 'missing'",
      [rootId]
    )
  )[0].n

it("F20 completes a scan even if the library contains named pipes", async () => {
  const folder = folderOf("pipes")
  for (let n = 0; n < 8; n++) spawnSync("mkfifo", [join(folder, `pipe ${n}.mp4`)])
  const paths = await fillLibrary(folder, 5)
  const health = pulse(async () => (await product.get("/api/health")).status)
  const library = await product.addLibrary(folder, "Pipes")
  const { ms } = await timed(() => product.scanned(library.id, 20_000))
  const login = await timed(() => product.login())
  const browse = await timed(() => product.get(`/api/libraries/browse?path=${encodeURIComponent(folder)}`))
  const result = await health.stop()
  seen("F20", `scan ${ms} ms, login ${login.ms} ms, slowest health ${result.slowestMs} ms`)
  expect([result.bad, result.slowestMs < 1_000, login.ms < 1_500, browse.ms < 1_000]).toEqual([
    0,
    true,
    true,
    true
  ])
  expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
})

it("finds, probes and plays files with hostile names", async () => {
  const folder = folderOf("names")
  const bytes = readFileSync(await tinyVideo())
  const names = [
    "-i.mp4",
    "-version",
    "concat:a|b.mp4",
    "http:x.mp4",
    "new\nline.mp4",
    "%03d.mp4",
    "frame%d.mp4",
    " space .mp4",
    "$(touch owned).mp4",
    "`id`;rm -rf x.mp4",
    "quote\"'.mp4",
    "back\\slash.mp4",
    "ü ñ 映画 🎬.mp4",
    "right-to-left \u202e4pm.mp4",
    "<img src=x onerror=alert(1)>.mp4",
    `${"n".repeat(250)}.mp4`,
    "#hash?query&amp.mp4",
    "* [glob] {a,b}.mp4"
  ].map((name) => (name.endsWith(".mp4") ? name : `${name}.mp4`))
  names.forEach((name, n) => writeFileSync(join(folder, name), variantOf(bytes, n)))
  const latin = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(".mp4")])
  writeFileSync(latin, variantOf(bytes, 99))
  const { id, rootId } = await product.addLibrary(folder, "Names")
  await product.scanned(id)
  const videos = await product.rows(
    "select id, path, status, failure from items v join item_files f on f.item_id = v.id where root_id = $1",
    [rootId]
  )
  expect(videos.filter(({ status }) => status !== "ready")).toEqual([])
  expect(videos).toHaveLength(names.length + 1)
  for (const { id: video, path } of videos) {
    const source = await product.get(`/api/video-stream/${video}/source`)
    const master = await product.get(`/api/video-stream/${video}/hls/master.m3u8`)
    expect([path, source.status, master.status]).toEqual([path, 200, 200])
    expect(source.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true)
  }
  await product.settled()
  expect(await product.rows("select target_label, error from job_runs where status = 'failed'")).toEqual([])
})

it("rejects playlists and text files with the extension of a video", async () => {
  const folder = folderOf("posing")
  const secret = join(folderOf("secret"), "secret.mp4")
  copyFileSync(await tinyVideo(), secret)
  const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${secret}\n#EXT-X-ENDLIST\n`
  const posing: Readonly<Record<string, string>> = {
    "hls.mp4": hls,
    "hls.mkv": hls,
    "hls.ts": hls,
    "file-url.mp4": hls.replace(secret, `file://${secret}`),
    "passwd.mp4": hls.replace(secret, "file:///etc/passwd"),
    "relative.avi": hls.replace(secret, "../secret/secret.mp4"),
    "concat.mp4": `ffconcat version 1.0\nfile '${secret}'\n`,
    "relative-concat.mp4": "ffconcat version 1.0\nfile '../secret/secret.mp4'\n",
    "dash.mp4": `<?xml version="1.0"?><MPD><Period><AdaptationSet><BaseURL>${secret}</BaseURL></AdaptationSet></Period></MPD>`,
    "sdp.mp4": "v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    "svg.mp4": '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    "script.mp4": "#!/bin/sh\ntouch owned\n"
  }
  for (const [name, text] of Object.entries(posing)) writeFileSync(join(folder, name), text)
  const { id, rootId } = await product.addLibrary(folder, "Posing")
  await product.scanned(id)
  const videos = await product.rows(
    "select id, path, status, failure from items v join item_files f on f.item_id = v.id where root_id = $1",
    [rootId]
  )
  for (const { failure, id: video, path, status } of videos) {
    expect([path, status]).toEqual([path, "failed"])
    expect(failure).toMatch(/\w{4,}/)
    for (const name of ["master.m3u8", "180p.m3u8", "96p_0.ts", "180p_0.ts"]) {
      const reply = await product.get(`/api/video-stream/${video}/hls/${name}`)
      expect([path, name, reply.status >= 400]).toEqual([path, name, true])
    }
    const source = await product.get(`/api/video-stream/${video}/source`)
    expect(source.headers["x-content-type-options"]).toBe("nosniff")
    expect(source.text).toBe(posing[path])
  }
  seen("T21", videos.map(({ failure, path }) => `${path}: ${failure}`).join("; "))
})

describe("F23 a file that changes", () => {
  it("becomes one video with the size and duration of the final file if it changes during scans", async () => {
    const folder = folderOf("growing")
    const bytes = readFileSync(await longVideo())
    const file = join(folder, "growing.avi")
    writeFileSync(file, bytes.subarray(0, 1_000))
    const { id, rootId } = await product.addLibrary(folder, "Growing")
    for (let at = 1_000; at < bytes.length; at += 100_000) {
      await appendFile(file, bytes.subarray(at, at + 100_000))
      await product.scan(id)
      await sleep(random.below(60))
    }
    await product.settled()
    await product.scanned(id)
    const [video, ...others] = await product.rows(
      "select status, failure, duration, v.size_bytes from items v join item_files f on f.item_id = v.id where root_id = $1",
      [rootId]
    )
    expect(others).toEqual([])
    expect([video.status, Number(video.size_bytes)]).toEqual(["ready", bytes.length])
    expect(Math.abs(video.duration - 24)).toBeLessThan(1)
    // The timeout is long, because the delay before the next probe doubles each time the file changes during a probe.
  }, 420_000)

  it("aborts only its own response if it is truncated while the server streams it", async () => {
    const folder = folderOf("truncated")
    const file = join(folder, "big.mp4")
    const size = 40_000_000
    writeFileSync(file, variantOf(readFileSync(await tinyVideo()), size))
    const { id, rootId } = await product.addLibrary(folder, "Truncated")
    await product.scanned(id)
    const [{ id: video }] = await product.rows(
      "select id from items v join item_files f on f.item_id = v.id where root_id = $1",
      [rootId]
    )
    const server = product.server()
    const response = await fetch(`${product.origin}/api/video-stream/${video}/source`, {
      headers: { authorization: `Bearer ${product.token}` }
    })
    const reader = response.body!.getReader()
    let received = (await reader.read()).value?.length ?? 0
    await sleep(300)
    truncateSync(file, 1_000_000)
    const end = await timed(async () => {
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return "a clean end"
          received += value.length
        }
      } catch {
        return "broken off"
      }
    })
    seen("F23 truncated stream", `${end.value} after ${received} of ${size} bytes`)
    expect(end.value).toBe("broken off")
    expect(product.server()).toBe(server)
    const again = await product.get(`/api/video-stream/${video}/source`)
    expect([again.status, again.bytes.length]).toEqual([200, 1_000_000])
  })

  it("delays playback with Retry-After if it changes during conversion, and then plays in its new version", async () => {
    const folder = folderOf("replaced")
    const file = join(folder, "video.avi")
    copyFileSync(await longVideo(), file)
    const { id, rootId } = await product.addLibrary(folder, "Replaced")
    await product.scanned(id)
    const [{ id: video }] = await product.rows(
      "select id from items v join item_files f on f.item_id = v.id where root_id = $1",
      [rootId]
    )
    const url = `/api/video-stream/${video}/hls`
    expect((await product.get(`${url}/master.m3u8`)).status).toBe(200)
    const other = `${file}.part`
    copyFileSync(await tinyVideo(), other)
    renameSync(other, file)
    const answers = new Set<string>()
    const { ms } = await timed(() =>
      eventually(
        "the new video plays",
        async () => {
          const master = await product.get(`${url}/master.m3u8`)
          answers.add(`${master.status} ${master.status === 200 ? "" : master.text.trim()}`)
          if (master.status !== 200) return false
          const variant = /^(\d+)p\.m3u8/m.exec(master.text)?.[1]
          const list = await product.get(`${url}/${variant}p.m3u8`)
          return list.status === 200 && list.text.match(/#EXTINF/g)?.length === 1
        },
        120_000,
        () => [...answers].join("\n")
      )
    )
    await product.settled()
    seen("F23 replaced", `the new one after ${ms} ms; meanwhile ${[...answers].join(" | ")}`)
    expect((await statuses(rootId)).map(({ status }) => status)).toEqual(["ready"])
    expect(await doctor(product)).toEqual([])
  })
})

describe.skipIf(!isRoot)("a library's disk (needs root for mounts)", () => {
  it("F18 marks no file as missing while the disk is missing or replaced", async () => {
    const disk = folderOf("disk")
    const paths = await fillLibrary(disk, 30)
    const mountPoint = folderOf("mount point")
    const unmount = bindMount(disk, mountPoint)
    const { id, rootId } = await product.addLibrary(mountPoint, "Mounted")
    await product.scanned(id)
    unmount()
    const gone = await product.scanned(id)
    expect([gone.status, await missing(rootId)]).toEqual(["failed", 0])
    // Some users place such a file at the empty mount point, to see when the disk is not mounted.
    writeFileSync(join(mountPoint, "NOT MOUNTED.txt"), "")
    writeFileSync(join(mountPoint, ".hidden"), "")
    const stray = await product.scanned(id)
    expect([stray.status, await missing(rootId)]).toEqual(["failed", 0])
    const elsewhere = folderOf("elsewhere")
    await fillLibrary(elsewhere, 3, 900)
    const unmountOther = bindMount(elsewhere, mountPoint)
    const other = await product.scanned(id)
    seen(
      "F18",
      `${gone.error.message} | ${stray.error.message} | another disk: ${other.status} ${other.error?.message}, ${await missing(rootId)} missing`
    )
    unmountOther()
    bindMount(disk, mountPoint)
    const back = await product.scanned(id)
    expect([back.status, back.result.missing]).toEqual(["completed", expect.any(Number)])
    expect(
      (await statuses(rootId)).filter(({ path, status }) => paths.includes(path) && status !== "ready")
    ).toEqual([])
  })

  it("F19 marks no file as missing if the disk disappears during a scan", async () => {
    const disk = folderOf("vanishing disk")
    const count = byLength(400, 4_000)
    await fillLibrary(disk, count)
    const mountPoint = folderOf("vanishing mount point")
    let unmount = bindMount(disk, mountPoint)
    const { id, rootId } = await product.addLibrary(mountPoint, "Vanishing")
    await product.ended(await product.scan(id))
    const outcomes: Array<string> = []
    for (let n = 0; n < byLength(6, 40); n++) {
      const run = await product.scan(id)
      await sleep(random.below(60))
      unmount()
      const { status } = await product.ended(run)
      outcomes.push(status)
      expect(await missing(rootId)).toBe(0)
      unmount = bindMount(disk, mountPoint)
    }
    await product.data("POST", "/api/jobs/cancel-all", { queue: "media-probe" })
    seen("F19", `${outcomes.join(" ")}; 0 of ${count} missing`)
  })

  it("marks no file as missing if the disk is emptied", async () => {
    const folder = folderOf("emptied")
    const aside = folderOf("aside")
    await fillLibrary(folder, 10)
    const { id, rootId } = await product.addLibrary(folder, "Emptied")
    await product.scanned(id)
    renameSync(join(folder, "part 0"), join(aside, "part 0"))
    const run = await product.scanned(id)
    expect([run.status, await missing(rootId)]).toEqual(["failed", 0])
    renameSync(join(aside, "part 0"), join(folder, "part 0"))
    expect((await product.scanned(id)).status).toBe("completed")
    expect(await doctor(product)).toEqual([])
  })
})

it.skipIf(!isRoot)(
  "F21 keeps files below an unreadable folder unchanged (needs root to change users)",
  async () => {
    const unprivileged = 65_534
    const folder = temporary("denied")
    chownSync(folder, unprivileged, unprivileged)
    const prefix = [
      "setpriv",
      "--reuid",
      String(unprivileged),
      "--regid",
      String(unprivileged),
      "--clear-groups",
      "--"
    ]
    const installation = reachableInstallation()
    const options = { folder, prefix, installation: installation.folder, env: { HOME: folder } }
    const denied = await Product.start("denied", options).catch((reason) => {
      installation.remove()
      throw reason
    })
    try {
      const paths = await fillLibrary(denied.media, 60)
      const { id, rootId } = await denied.addLibrary()
      await denied.scanned(id)
      chmodSync(join(denied.media, "part 1"), 0)
      const run = await denied.scanned(id)
      const [row] = await denied.rows(
        "select count(*)::int as n from items v join item_files f on f.item_id = v.id where status <> 'ready'"
      )
      seen(
        "F21",
        `${run.status}, ${run.result.unreadableFolders} unreadable, ${row.n} of ${paths.length} videos touched`
      )
      expect([run.status, run.result.unreadableFolders, row.n]).toEqual(["completed", 1, 0])
      chmodSync(join(denied.media, "part 1"), 0o755)
      expect((await denied.scanned(id)).result.missing).toBe(0)
      expect(await doctor(denied, { files: { rootId, paths } })).toEqual([])
    } finally {
      await denied.stop()
      installation.remove()
    }
  }
)
