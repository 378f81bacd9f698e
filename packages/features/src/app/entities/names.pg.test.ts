import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let libraryId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server)
})
afterAll(() => server.stop())

const send = async (method: string, path: string, body?: object) =>
  server.request(method, `/api/${path}`, { token: admin, ...(body === undefined ? {} : { body }) })
const get = async (path: string) => (await server.get(`/api/${path}`, admin)).json.data
const create = async (list: string, body: object): Promise<string> => {
  const { json, status } = await send("POST", list, body)
  expect([status, json.error]).toEqual([201, undefined])
  return json.data.id
}
const give = async (id: string, body: object) => (await send("PATCH", `videos/${id}`, body)).json.data

describe("names of entities", () => {
  it("normalizes spaces in names and drops repeated aliases", async () => {
    const { json } = await send("POST", "performers", {
      name: "  Ingrid\u00a0 Bergman ",
      aliases: ["Ingrid B.", "INGRID b.", "ingrid bergman"],
      birthDate: "1915-08",
      country: "SE",
      urls: ["https://example.org/ingrid"],
      customFields: { height: 5, note: "x" }
    })
    expect(json.data).toMatchObject({
      ...{
        name: "Ingrid Bergman",
        aliases: ["Ingrid B."],
        birthDate: "1915-08",
        deathDate: null,
        country: "SE"
      },
      ...{
        urls: ["https://example.org/ingrid"],
        customFields: { height: 5, note: "x" },
        count: 0,
        counts: {}
      }
    })
    expect(await get(`performers/${json.data.id}`)).toEqual(json.data)
  })

  it("rejects a name that an entity of the same kind already has", async () => {
    const id = await create("tags", { name: "Film Noir" })
    for (const name of ["film  noir", "FILM NOIR", "Film Nöir"]) {
      const { json, status } = await send("POST", "tags", { name })
      expect([status, json.error.code, json.error.id]).toEqual([409, "name_taken", id])
    }
    await create("studios", { name: "Film Noir" })
    const other = await create("tags", { name: "Neo-Noir", aliases: ["Film Noir"] })
    const renamed = await send("PATCH", `tags/${other}`, { name: "film noir" })
    expect([renamed.status, renamed.json.error.id]).toEqual([409, id])
  })

  it("allows performers with the same name and different disambiguations", async () => {
    const first = await create("performers", { name: "Chris Evans" })
    const second = await create("performers", { name: "Chris Evans", disambiguation: "presenter" })
    const id = await makeVideo(server, { libraryId })
    expect((await give(id, { performers: ["chris evans"] })).performers).toMatchObject([{ id: first }])
    expect((await give(id, { performers: ["Chris Evans (Presenter)"] })).performers).toMatchObject([
      { id: second }
    ])
  })

  it("creates one entity from many concurrent requests with the same name", async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => send("POST", "performers", { name: "Race" }))
    )
    const [won] = replies.filter(({ status }) => status === 201)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { json, status } of replies)
      if (status !== 201) expect([status, json.error.id]).toEqual([409, won!.json.data.id])
  })

  it.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(201) }, "name"],
    [{ name: "A", birthDate: "1915-13" }, "birthDate"],
    [{ name: "A", urls: ["ftp://x"] }, "urls.0"],
    [{ name: "A", shoeSize: 3 }, "shoeSize"]
  ])("rejects the performer %j", async (body, path) => {
    const { json, status } = await send("POST", "performers", body)
    expect([status, json.error.code, json.error.fields[0].path]).toEqual([400, "validation", path])
  })

  it("rejects an edit that conflicts with a newer edit", async () => {
    const id = await create("tags", { name: "Edited" })
    const { version } = await get(`tags/${id}`)
    await send("PATCH", `tags/${id}`, { description: "mine", expectedVersion: version })
    const late = await send("PATCH", `tags/${id}`, { description: "theirs", expectedVersion: version })
    expect([late.status, late.json.error.code]).toEqual([409, "conflict"])
    expect((await send("PATCH", `tags/${id}`, { color: "#aa3366", expectedVersion: version })).status).toBe(
      200
    )
  })
})
