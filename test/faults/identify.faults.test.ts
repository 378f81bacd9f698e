import { startStashBox, type StashBoxServer } from "@media/testkit/stashbox/StashBoxServer"
import { writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { signal } from "./support/Processes.ts"
import { Product } from "./support/Product.ts"
import { eventually, seen } from "./support/Time.ts"

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64"
)

const KEY = "key-of-the-faults-a1b2c3"
const SCENE = "3f0a1b6e-6f0f-4a53-9b3c-0d6a2f1f0009"
let product: Product
let pictures: Server
let box: StashBoxServer
let videos: ReadonlyArray<string> = []
const requests = new Map<string, number>()
/** Called with the path of a picture before the picture is sent. */
let onPicture: (path: string) => void = () => undefined

beforeAll(async () => {
  pictures = createServer((request, response) => {
    const path = request.url ?? ""
    requests.set(path, (requests.get(path) ?? 0) + 1)
    onPicture(path)
    response.setHeader("content-type", "image/png").end(png)
  })
  await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve))
  box = await startStashBox({ key: KEY })
  const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`
  product = await Product.start("identify", { env: { MEDIA_ALLOW_PRIVATE_FETCH: `${host},${box.host}` } })
  for (let n = 0; n < 6; n += 1) writeFileSync(join(product.media, `boat ${n}.mp4`), `no video ${n}`)
  const { id } = await product.addLibrary()
  await product.scanned(id)
  videos = (await product.rows("select id from items where kind = 'video' order by title")).map(
    ({ id }) => id
  )
})
afterAll(async () => {
  await product?.stop()
  pictures.close()
  box.stop()
})

const offer = async (id: string, at: number) => {
  const named = (...names: ReadonlyArray<string>) => names.map((name) => ({ name, fields: {} }))
  const relations = {
    performers: named("Ann Lee", "Bo Day"),
    tags: named("Sea", `Night ${at % 2}`),
    studio: { name: "North", fields: {} }
  }
  const site = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
  const images = [
    { kind: "poster", url: `${site}/${at}.png` },
    { kind: "backdrop", url: `${site}/${at}-wide.png` }
  ]
  const [{ id: proposal }] = await product.rows(
    `insert into proposals (id, source_kind, source_id, source_name, target_kind, target_id, action, match_type,
       confidence, proposed, relations, images, not_understood)
     values (gen_random_uuid(), 'scraper', 'fake', 'Fake DB', 'video', $1, 'sceneByURL', 'url', 90, $2, $3, $4, '[]')
     returning id`,
    [id, JSON.stringify({ title: `Harbor ${at}` }), JSON.stringify(relations), JSON.stringify(images)]
  )
  return String(proposal)
}
const create = { use: "create" }
const everything = {
  performers: [0, 1].map((index) => ({ index, ...create })),
  tags: [0, 1].map((index) => ({ index, ...create })),
  studio: create
}
const killWorker = () => signal(product.worker(), "SIGKILL")

it("F70 imports every result exactly once even if the worker is killed at every stage", async () => {
  const proposals = await Promise.all(videos.map(offer))
  // The worker is killed while it downloads the first picture. It is killed again after it has written all data except
  // the values of an item, which wait for this lock.
  const lock = await product.connect()
  await lock.query("begin")
  await lock.query("lock table item_sources in exclusive mode")
  let cut: string | undefined
  onPicture = (path) => {
    if (cut !== undefined) return
    cut = path
    killWorker()
  }
  const changes = await Promise.all(
    proposals.map((scrapeResultId, at) =>
      product
        .data("POST", `/api/videos/${videos[at]}/accept-scrape`, {
          ...{ scrapeResultId, relations: everything },
          images: [
            { index: 0, as: "poster" },
            { index: 1, as: "backdrop" }
          ]
        })
        .then(({ changeId }) => String(changeId))
    )
  )
  const isBlocked = async () =>
    (
      await product.rows(
        "select 1 from pg_locks where not granted and relation = 'item_sources'::regclass and locktype = 'relation'"
      )
    ).length > 0
  await eventually("an import waits for the lock", isBlocked, 60_000, product.output)
  killWorker()
  await lock.query("rollback")
  await lock.end()
  await product.settled(60_000)
  const done = await product.rows("select count(*)::int as n from proposals where applied_at is not null")
  expect(done[0].n).toBe(videos.length)
  const created = await product.rows(
    "select data->>'name' as name, count(*)::int as n from events where type = 'related.created.v1' group by 1 order by 1"
  )
  expect(created).toEqual(
    ["Ann Lee", "Bo Day", "Night 0", "Night 1", "North", "Sea"].map((name) => ({ name, n: 1 }))
  )
  expect(Object.fromEntries(requests)).toEqual(
    Object.fromEntries(
      videos.flatMap((_, at) => [`/${at}.png`, `/${at}-wide.png`]).map((path) => [path, cut === path ? 2 : 1])
    )
  )
  for (const [at, id] of videos.entries()) {
    const written = await product.rows(
      "select type, meta->>'batchId' as batch from events where stream_id = $1 and meta->>'cause' = 'proposal' order by version",
      [id]
    )
    expect(new Set(written.map(({ batch }) => batch))).toEqual(new Set([changes[at]]))
    for (const type of ["item.sourced.v1", "picture.chosen.v1", "picture.role-set.v1"])
      expect(written.filter((event) => event.type === type)).toHaveLength(1)
    expect(await product.data("GET", `/api/videos/${id}`)).toMatchObject({ title: `Harbor ${at}` })
  }
  // The undo skips entities that other items use in the meantime.
  const [{ n: kept }] = await product.rows(
    "select count(*)::int as n from events where type = 'related.created.v1' and meta->>'batchId' = $1",
    [changes[0]]
  )
  const { skippedCount } = await product.data("POST", "/api/history/undo", { batchId: changes[0] })
  expect(skippedCount).toBe(kept)
  expect((await product.data("GET", `/api/videos/${videos[0]}`)).performers).toEqual([])
  seen("F70", `${videos.length} imports, killed in a download and in a transaction`)
})

it("F71 sends no fingerprint twice even if the worker is killed", async () => {
  for (const [at, id] of videos.entries())
    await product.rows(
      `insert into item_fingerprints (item_id, size_bytes, mtime_ms, oshash, md5)
       values ($1, 1, 1, $2, decode($3, 'hex'))
       on conflict (item_id) do update set oshash = excluded.oshash, md5 = excluded.md5`,
      [id, String(1_000 + at), `${at}`.padStart(32, "0")]
    )
  await product.rows("update items set duration = 600 where kind = 'video'")
  box.state.content = { ...box.state.content, scenes: [{ id: SCENE, title: "Harbor" }] }
  const endpoint = await product.data("POST", "/api/stashbox-endpoints", {
    ...{ name: "Box", url: box.url, apiKey: KEY }
  })
  // The worker is killed during the first two requests. The first request succeeds but its response is lost, and the
  // second request fails.
  let kills = 0
  box.state.instead = ({ query }) => {
    if (!query.includes("submitFingerprints(") || kills === 2) return undefined
    kills += 1
    killWorker()
    return kills === 1 ? { isCut: true } : { status: 503 }
  }
  for (const ids of [videos.slice(0, 3), videos.slice(3)]) {
    const { jobRunId, queued } = await product.data(
      "POST",
      `/api/stashbox-endpoints/${endpoint.id}/submit-fingerprints`,
      { ids, sceneId: SCENE }
    )
    expect(queued).toBe(6)
    await product.ended(jobRunId)
    const runs = await product.rows("select queue_name from job_runs where id = $1", [jobRunId])
    expect(runs[0].queue_name).toBe("metadata-import")
    await product.settled(60_000)
  }
  expect(kills).toBe(2)
  const keys = box.sent.map(({ algorithm, hash }) => `${algorithm} ${hash}`)
  expect(keys).toHaveLength(12)
  expect(new Set(keys).size).toBe(12)
  const ledger = await product.rows("select status, count(*)::int as n from stashbox_submissions group by 1")
  expect(ledger).toEqual([{ status: "sent", n: 12 }])
})
