import { uuidv7 } from "@media/kernel/Ids"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import { sharp } from "@media/pictures/Sharp"
import { sweepPictures } from "../../playback/pictures/maintenance.ts"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: string
let closed: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const open = await makeLibrary(server, { name: "Open" })
  closed = await makeLibrary(server, { name: "Closed" })
  mia = (await server.account({ username: "mia", libraryIds: [open] })).token
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const create = async (list: string, name: string): Promise<string> =>
  (await send("POST", list, { name })).json.data.id
const photo = (background: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
const upload = async (path: string, bytes: Buffer, token = admin) => {
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(bytes)]), "face.jpg")
  const response = new Response(form)
  return server.request("POST", `/api/${path}/thumbnail`, {
    token,
    headers: { "content-type": response.headers.get("content-type")! },
    body: Buffer.from(await response.arrayBuffer())
  })
}

const sweep = () => {
  const data = join(server.folder, "data")
  return server.run(
    sweepPictures.pipe(Effect.provide(livePictureStore({ cache: join(data, "cache"), data })))
  )
}

describe("an entity's picture", () => {
  it("shows an entity's picture in lists, on items, and in searches and suggestions", async () => {
    const id = await create("performers", "Ingrid")
    const { json, status } = await upload(`performers/${id}`, await photo("#a04020"))
    expect(status).toBe(200)
    const { picture } = json.data
    expect(picture).toMatchObject({ width: 400, height: 400 })
    expect(picture.url).toBe(`/api/performers/${id}/thumbnail?v=${picture.version}`)
    const video = await makeVideo(server, { libraryId: closed })
    await send("PATCH", `videos/${video}`, { performers: [id] })
    expect((await get("performers")).items[0].picture).toEqual(picture)
    expect((await get(`videos/${video}`)).performers[0].picture).toEqual(picture)
    expect((await get("search?q=Ingrid")).people).toEqual([
      { kind: "performer", id, name: "Ingrid", count: 1, picture }
    ])
    expect((await get("suggest?field=performer&q=ing"))[0].picture).toEqual(picture)
    const served = await server.get(`${picture.url}&width=320`, admin)
    expect([served.status, served.headers["content-type"]]).toEqual([200, "image/jpeg"])
    expect(served.headers["cache-control"]).toContain("immutable")
  })

  it("hides the picture of a hidden entity", async () => {
    const id = await create("performers", "Greta")
    await upload(`performers/${id}`, await photo("#205080"))
    const video = await makeVideo(server, { libraryId: closed })
    await send("PATCH", `videos/${video}`, { performers: [id] })
    for (const path of [id, uuidv7(), "no-id"])
      expect((await server.get(`/api/performers/${path}/thumbnail`, mia)).status).toBe(404)
    expect((await upload(`performers/${id}`, await photo("#205080"), mia)).status).toBe(404)
    expect((await server.get(`/api/tags/${id}/thumbnail`, admin)).status).toBe(404)
    expect((await server.get(`/api/performers/${id}/thumbnail`)).status).toBe(401)
  })

  it("rejects a file that is not a valid picture", async () => {
    const id = await create("studios", "Ghibli")
    const text = await upload(`studios/${id}`, Buffer.from("no picture at all, only some text"))
    expect([text.status, text.json.error.code]).toEqual([415, "unsupported_media_type"])
    const torn = await upload(`studios/${id}`, (await photo("#333333")).subarray(0, 60))
    expect(torn.status).toBeGreaterThanOrEqual(400)
    expect((await get(`studios/${id}`)).picture).toBeNull()
    const { json } = await server.get(`/api/studios/${id}/thumbnail`, admin)
    expect(json.error.code).toBe("picture_missing")
  })

  it("regenerates an entity's picture after the cache was cleared", async () => {
    const id = await create("tags", "Noir")
    const { picture } = (await upload(`tags/${id}`, await photo("#101018"))).json.data
    await sweep()
    rmSync(join(server.folder, "data", "cache", "pictures", id), { recursive: true, force: true })
    expect((await server.get(picture.url, admin)).status).toBe(200)
    expect((await send("DELETE", `tags/${id}/thumbnail`)).status).toBe(200)
    expect((await get(`tags/${id}`)).picture).toBeNull()
    expect((await server.get(picture.url, admin)).status).toBe(404)
  })

  it("moves the picture to the target of a merge if the target has none", async () => {
    const [target, other] = [await create("tags", "Western"), await create("tags", "Westerns")]
    const { picture } = (await upload(`tags/${other}`, await photo("#886622"))).json.data
    expect((await send("POST", `tags/${target}/merge`, { from: [other] })).status).toBe(200)
    const merged = (await get(`tags/${target}`)).picture
    expect(merged).toEqual({ ...picture, url: `/api/tags/${target}/thumbnail?v=${picture.version}` })
    await sweep()
    expect((await server.get(merged.url, admin)).status).toBe(200)
  })
})
