import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isRoot, remount, tmpfs, unmountAll } from "./support/Mounts.ts"
import { Product, temporary } from "./support/Product.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { eventually } from "./support/Time.ts"

const MIB = 1024 ** 2

/** Mounts need root; without it these tests are skipped. */
describe.skipIf(!isRoot)("the disk of the media (needs root for mounts)", () => {
  let product: Product
  let library: { readonly id: string; readonly rootId: string }
  const plenty = "size=300m"
  const files = () => (readdirSync(product.media, { recursive: true }) as Array<string>).sort()

  beforeAll(async () => {
    const folder = temporary("media-disk")
    tmpfs(join(folder, "media"), plenty)
    product = await Product.start("media-disk", { folder })
    await fillLibrary(product.media, 1, 1)
    library = await product.addLibrary()
    await product.scanned(library.id)
  })
  afterAll(async () => {
    unmountAll()
    await product?.stop()
  })

  /** Without a length: how much comes is known when it has come. */
  const upload = async (name: string, bytes: number) => {
    const video = readFileSync(await longVideo())
    const part = (head: string) => `--cut\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`
    const before = `${part('"libraryRootId"')}${library.rootId}\r\n${part('"folder"')}New\r\n${part(`"file"; filename="${name}"`)}`
    const chunk = Buffer.alloc(MIB, 1)
    const body = async function* () {
      yield Buffer.from(before)
      yield video
      for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
      yield Buffer.from("\r\n--cut--\r\n")
    }
    const answer = await fetch(`${product.origin}/api/videos/upload`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${product.token}`,
        "content-type": "multipart/form-data; boundary=cut"
      },
      body: ReadableStream.from(body()),
      duplex: "half"
    } as RequestInit)
    const { data, error } = (await answer.json()) as { data?: { path: string }; error?: { code: string } }
    return [answer.status, data?.path ?? error?.code]
  }
  it("full in the middle of an upload: the reason is told, nothing of it is left, and it works again", async () => {
    const before = files()
    remount(product.media, "size=70m")
    expect(await upload("Large.avi", 90 * MIB)).toEqual([507, "storage_full"])
    expect(files()).toEqual(before)
    expect(await product.rows("select 1 from uploads")).toEqual([])
    remount(product.media, plenty)
    expect(await upload("Large.avi", 90 * MIB)).toEqual([201, "New/Large.avi"])
    rmSync(join(product.media, "New"), { recursive: true })
  })

  it("read-only: an upload is refused with the reason", async () => {
    const before = files()
    await eventually("nothing is being written there", () => {
      try {
        remount(product.media, `ro,${plenty}`)
        return true
      } catch {
        return false
      }
    })
    expect(await upload("Small.avi", 0)).toEqual([403, "folder_not_writable"])
    remount(product.media, `rw,${plenty}`)
    expect(files()).toEqual(before)
  })
})
