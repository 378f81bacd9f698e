import { madeEpub } from "@media/books/testing/MadeBooks"
import { eventually, startTestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

it("lists a book only after it was examined", async () => {
  const server = await startTestServer({ isWorking: true })
  const { token } = await server.setup()
  const folder = join(server.media, "books")
  mkdirSync(folder)
  for (const title of ["Omoo", "Typee"])
    writeFileSync(join(folder, `${title}.epub`), madeEpub({ metadata: `<dc:title>${title}</dc:title>` }))
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Shelf", contents: ["books"], roots: [{ path: folder }] }
  })
  const listed = async () => {
    const atom = (await server.get("/opds/books", token)).text
    const json = (await server.get("/opds/v2/books", token)).json as {
      readonly publications?: ReadonlyArray<unknown>
    }
    return [atom.split("<entry>").length - 1, json.publications?.length ?? 0]
  }
  await eventually(async () => (await listed()).join() === "2,2")
  await server.rows("update items set status = 'arriving' where title = 'Typee'")
  await eventually(async () => (await listed()).join() === "1,1")
  expect(await listed()).toEqual([1, 1])
  await server.stop()
})
