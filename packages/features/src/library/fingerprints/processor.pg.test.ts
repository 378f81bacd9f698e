import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { sharp } from "@media/pictures/Sharp"
import { differingBits } from "@media/phash/Distance"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let sample = ""
let folder = ""
beforeAll(async () => {
  sample = await Effect.runPromise(
    makeMedia({ video: "h264", container: "mp4", seconds: 5, fps: "25" }).pipe(Effect.provide(realMediaTools))
  )
  // A stub replaces the hash program. It prints a fixed hash for files with more than 1,000 bytes and fails for smaller
  // files.
  const program = join(process.env["TMPDIR"] ?? "/tmp", `media-phash-stub-${process.pid}.sh`)
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$(wc -c < "$1")" -gt 1000 ] && echo c0ffee || { echo "media-phash: The video is too short." >&2; exit 2; }\n`
  )
  chmodSync(program, 0o755)
  server = await startTestServer({ isWorking: true, environment: { MEDIA_PHASH_BIN: program } })
  token = (await server.setup()).token
  folder = join(server.media, "films")
  mkdirSync(folder)
})
afterAll(() => server.stop())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const fingerprints = async (): Promise<Json> => {
  const { items } = await data("/api/videos")
  return items[0] === undefined ? undefined : (await data(`/api/videos/${items[0].id}`)).fingerprints
}
const md5Of = (path: string) => createHash("md5").update(readFileSync(path)).digest("hex")

it("hashes a video after its probe, and computes its perceptual hash only on request", async () => {
  copyFileSync(sample, join(folder, "a.mp4"))
  const roots = [{ path: folder }]
  const { data: library } = await send("POST", "/api/libraries", {
    name: "Films",
    contents: ["videos"],
    roots
  })
  const first = await eventually(async () => {
    const known = await fingerprints()
    return known?.md5 === undefined || known.md5 === null ? undefined : known
  })
  expect(first).toMatchObject({ md5: md5Of(sample), phash: null, phashFailure: null })
  expect(first.oshash).toMatch(/^[0-9a-f]{16}$/)
  const [run] = (await data("/api/jobs?queue=fingerprint")).items
  expect(run).toMatchObject({ queueName: "fingerprint", targetType: "video", targetLabel: "a.mp4" })

  expect((await send("POST", "/api/jobs/phash-backfill")).data).toEqual({ enqueued: 1 })
  await eventually(async () => (await fingerprints()).phash === "0000000000c0ffee")
  expect((await send("POST", "/api/jobs/phash-backfill")).data).toEqual({ enqueued: 0 })
  expect((await send("POST", "/api/jobs/queues/fingerprint/run")).data.enqueued).toBe(0)

  // After the content changes, all hashes are replaced. The setting adds the perceptual hash without a request.
  await send("PATCH", "/api/settings", { generate_phash: true })
  writeFileSync(join(folder, "a.mp4"), Buffer.concat([readFileSync(sample), Buffer.alloc(8)]))
  await send("POST", `/api/libraries/${library.id}/scan`)
  await eventually(async () => {
    const known = await fingerprints()
    return known.md5 === md5Of(join(folder, "a.mp4")) && known.phash === "0000000000c0ffee"
  })
})

it("gives resized copies of an image similar hashes", async () => {
  const photos = join(server.media, "photos")
  mkdirSync(photos)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"/>`
  const shades = Buffer.from(Array.from({ length: 48 * 32 }, (_, n) => (n * 37 + (n >> 5) * 91) % 251))
  const large = sharp(shades, { raw: { width: 48, height: 32, channels: 1 } }).resize(960, 640)
  writeFileSync(join(photos, "Large.png"), await large.clone().png().toBuffer())
  writeFileSync(
    join(photos, "Small.jpg"),
    await sharp(await large.png().toBuffer())
      .resize(300)
      .jpeg()
      .toBuffer()
  )
  writeFileSync(join(photos, "Strange.svg"), svg)
  await send("POST", "/api/libraries", { name: "Photos", contents: ["images"], roots: [{ path: photos }] })
  const known = async () => {
    const { items } = await data("/api/images?sort=title&order=asc")
    const all: ReadonlyArray<Json> = await Promise.all(
      items.map(async ({ id }: Json) => (await data(`/api/images/${id}`)).fingerprints)
    )
    return all.length === 3 && all.every(({ md5, phash, phashFailure }) => md5 && (phash ?? phashFailure))
      ? all
      : undefined
  }
  const [one, two, none] = await eventually(known)
  expect(one).toMatchObject({
    md5: md5Of(join(photos, "Large.png")),
    oshash: expect.stringMatching(/^[0-9a-f]{16}$/)
  })
  expect(differingBits(BigInt(`0x${one.phash}`), BigInt(`0x${two.phash}`))).toBeLessThanOrEqual(4)
  expect(none).toMatchObject({ phash: null, phashFailure: expect.stringContaining("SVG") })
  expect((await data("/api/jobs?queue=image-fingerprint")).total).toBe(3)
  expect((await send("POST", "/api/jobs/queues/image-fingerprint/run")).data.enqueued).toBe(0)
  expect((await data("/api/duplicates?kind=image&distance=4")).items).toMatchObject([
    { isIdentical: false, count: 2 }
  ])
})
