import { sharp } from "@media/pictures/Sharp"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: { readonly token: string }
let tom: { readonly token: string }
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const library = await makeLibrary(server, { name: "Films" })
  const hidden = await makeLibrary(server, { name: "Hidden" })
  mia = await server.account({ username: "mia", libraryIds: [library] })
  tom = await server.account({ username: "tom", libraryIds: [library, hidden] })
  for (const title of ["Alpha", "Beta"]) ids[title] = await makeItem(server, { libraryId: library, title })
  ids["Photo"] = await makeItem(server, { kind: "image", libraryId: library, title: "Photo" })
  ids["Secret"] = await makeItem(server, { libraryId: hidden, title: "Secret" })
})
afterAll(() => server.stop())

const create = async (token: string, body: object) =>
  (await server.request("POST", "/api/collections", { token, body })).json.data
const idsOf = (...names: ReadonlyArray<string>) => names.map((name) => ids[name]!)

it("serves a cover with the pictures of the first items that the viewer may see", async () => {
  const png = (background: string) =>
    sharp({ create: { width: 64, height: 36, channels: 3, background } })
      .png()
      .toBuffer()
  await server.rows(
    `insert into library_roots select f.root_id, v.library_id, '/nowhere/' || f.root_id, true, true, 0
     from item_files f join items v on v.id = f.item_id where v.id = any($1)`,
    [idsOf("Alpha", "Beta", "Secret")]
  )
  const colors = { Alpha: "#ff0000", Beta: "#0000ff", Secret: "#00ff00" }
  for (const [title, color] of Object.entries(colors)) {
    const [head, tail] = [
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
      "\r\n--cut--\r\n"
    ]
    const { status } = await server.request("POST", `/api/videos/${ids[title]}/thumbnail`, {
      token: admin,
      headers: { "content-type": "multipart/form-data; boundary=cut" },
      body: Buffer.concat([Buffer.from(head!), await png(color), Buffer.from(tail!)])
    })
    expect(status).toBe(200)
  }
  const { id } = await create(admin, {
    ...{ name: "Colors", visibility: "everyone", itemIds: idsOf("Secret", "Alpha", "Beta") }
  })
  const pixels = async (token: string) => {
    const { bytes, status } = await server.request("GET", `/api/collections/${id}/cover?width=320`, {
      token,
      headers: { accept: "image/webp" }
    })
    expect(status).toBe(200)
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const start = (y * info.width + x) * 3
      return ["red", "green", "blue"][
        [...data.subarray(start, start + 3)].indexOf(Math.max(...data.subarray(start, start + 3)))
      ]
    }
    return [info.width, info.height, at(40, 90), at(280, 40), at(280, 140)]
  }
  expect(await pixels(admin)).toEqual([320, 180, "green", "red", "blue"])
  expect(await pixels(mia.token)).toEqual([320, 180, "red", "blue", "blue"])
})

it("finds a visible collection by name in the global search", async () => {
  await create(admin, { name: "Quiet evenings", visibility: "everyone", itemIds: idsOf("Secret") })
  const found = async (token: string) =>
    (await server.get("/api/search?q=quiet%20even", token)).json.data.collections
  expect(await found(tom.token)).toMatchObject([{ name: "Quiet evenings", count: 1 }])
  expect(await found(mia.token)).toBeUndefined()
})

it("exports a collection as a playlist and as JSON", async () => {
  const { id } = await create(mia.token, { name: "Out", itemIds: idsOf("Beta", "Photo") })
  const playlist = await server.get(`/api/collections/${id}/export.m3u8`, mia.token)
  expect(playlist.text).toMatch(
    new RegExp(`^#EXTM3U\n#PLAYLIST:Out\n#EXTINF:-1,Beta\nhttp://[^\n]+/${ids["Beta"]}/source\n$`)
  )
  const { json } = await server.get(`/api/collections/${id}/export.json`, mia.token)
  expect(json).toMatchObject({ name: "Out", items: [{ title: "Beta" }, { title: "Photo" }] })
  for (const name of ["export.m3u8", "export.json", "cover"])
    expect((await server.get(`/api/collections/${id}/${name}`, tom.token)).status).toBe(404)
})
