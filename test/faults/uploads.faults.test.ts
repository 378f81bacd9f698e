import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { longVideo } from "./support/SampleVideos.ts"
import { signal } from "./support/Processes.ts"
import { Product } from "./support/Product.ts"
import { eventually } from "./support/Time.ts"

let product: Product
let library: { readonly id: string; readonly rootId: string }
beforeAll(async () => {
  product = await Product.start("uploads")
  library = await product.addLibrary()
  await product.scanned(library.id)
})
afterAll(() => product?.stop())

const key = randomUUID()
/** Sends a form with the file. With `half`, sends only the first half of the form and keeps the connection open. */
const send = async (name: string, half = false): Promise<number> => {
  const boundary = "----boundary"
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`
  const video = readFileSync(await longVideo())
  const before = `${part('"libraryRootId"')}${library.rootId}\r\n${part('"folder"')}New\r\n${part(`"file"; filename="${name}"`)}`
  const body = Buffer.concat([Buffer.from(before), video, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return new Promise((resolve, reject) => {
    const outgoing = request(`${product.origin}/api/videos/upload`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${product.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": body.length,
        "idempotency-key": key
      }
    })
    outgoing.on("error", reject).on("response", (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    if (half) outgoing.write(body.subarray(0, Math.floor(body.length / 2)))
    else outgoing.end(body)
  })
}
const files = () => readdirSync(product.media, { recursive: true }) as Array<string>
const half = () => files().find((name) => name.includes(".incoming-"))

it("deletes the partial files of an upload after the server was killed", async () => {
  const broken = send("Film.avi", true).then(
    () => "answered",
    () => "broken"
  )
  const name = await eventually("half of it is there", half)
  signal(product.server(), "SIGKILL")
  expect(await broken).toBe("broken")
  await product.healthy()
  expect(half(), "a kill leaves it").toBe(name)
  await product.scanned(library.id)
  expect((await product.data("GET", "/api/videos")).total, "it is no video").toBe(0)

  // Makes the upload look six minutes old, because parts of unfinished uploads are deleted after five minutes.
  const then = new Date(Date.now() - 6 * 60_000)
  utimesSync(join(product.media, name), then, then)
  await product.rows("update uploads set begun_at = begun_at - interval '6 minutes'")
  signal(product.worker(), "SIGKILL")
  await eventually("nothing is left", () => half() === undefined, 90_000)
  await eventually("no row is left", async () => (await product.rows("select 1 from uploads")).length === 0)

  expect(await send("Film.avi")).toBe(201)
  expect(await send("Film.avi"), "a repeat").toBe(201)
  expect(existsSync(join(product.media, "New/Film.avi"))).toBe(true)
  expect((await product.data("GET", "/api/videos")).total).toBe(1)
})
