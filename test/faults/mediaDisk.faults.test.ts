import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { doctor } from "./support/Doctor.ts"
import { fill, isRoot, remount, tmpfs, unmountAll } from "./support/Mounts.ts"
import { Product, temporary } from "./support/Product.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { eventually } from "./support/Time.ts"

const MIB = 1024 ** 2

/** Mounts require root. Without root, these tests are skipped. */
describe.skipIf(!isRoot)("the media disk (needs root for mounts)", () => {
  let product: Product
  let cache: string
  let library: { readonly id: string; readonly rootId: string }
  const plenty = "size=300m"
  const files = () => (readdirSync(product.media, { recursive: true }) as Array<string>).sort()

  beforeAll(async () => {
    const folder = temporary("media-disk")
    cache = join(folder, "data", "cache")
    mkdirSync(join(folder, "data"))
    tmpfs(join(folder, "media"), plenty)
    tmpfs(cache, plenty)
    product = await Product.start("media-disk", { folder })
    await fillLibrary(product.media, 1, 1)
    library = await product.addLibrary()
    await product.scanned(library.id)
  })
  afterAll(async () => {
    unmountAll()
    await product?.stop()
  })

  /** Sends an upload without a length, so that the server knows the size only at the end. */
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
  it("rejects uploads while the disk is full", async () => {
    const before = files()
    remount(product.media, "size=70m")
    expect(await upload("Large.avi", 90 * MIB)).toEqual([507, "storage_full"])
    expect(files()).toEqual(before)
    expect(await product.rows("select 1 from uploads")).toEqual([])
    remount(product.media, plenty)
    expect(await upload("Large.avi", 90 * MIB)).toEqual([201, "New/Large.avi"])
    rmSync(join(product.media, "New"), { recursive: true })
  })

  it("rejects an upload with a reason while the disk is read-only", async () => {
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

  describe("generated files that move between the cache and the media", () => {
    const none = { items: 0, files: 0, bytes: 0 }
    const VIDEO = join("part 0", "video 1.mp4")
    const assets = () => join(product.media, "part 0", ".media-assets")
    const source = () => {
      const file = join(product.media, VIDEO)
      return [readFileSync(file).toString("base64"), statSync(file).mtimeMs]
    }
    let id = ""
    let before: ReturnType<typeof source>
    beforeAll(async () => {
      before = source()
      await product.data("PATCH", "/api/settings", { generate_trickplay: true, generate_preview_clips: true })
      ;[{ id }] = await product.rows("select item_id as id from item_files where path = $1", [VIDEO])
      await eventually("its previews are there", async () => (await shown()).every(Boolean))
      await product.settled()
    })

    /** Checks that the poster, the thumbnails and the clip are available. */
    const shown = async () => {
      const { clip, picture, trickplay } = await product.data("GET", `/api/videos/${id}`)
      const urls = [picture?.url, clip?.url, trickplay?.sheetUrl.replace("{n}", "0")]
      return Promise.all(
        urls.map(async (url) => url !== undefined && (await product.get(url)).status === 200)
      )
    }
    const inCache = () =>
      ["pictures", "previews"].flatMap((kind) => {
        const folder = join(cache, kind, id)
        return existsSync(folder) ? readdirSync(folder) : []
      })
    const adjacent = () => (existsSync(assets()) ? readdirSync(join(assets(), "video 1.mp4")) : [])
    const temporary = () => [...inCache(), ...adjacent()].filter((name) => name.endsWith(".tmp"))
    const wantAdjacent = (isWanted: boolean) =>
      product.data("PATCH", "/api/settings", { metadata_storage_dedicated: !isWanted })
    const maintain = async () => {
      // Changing the setting has already queued a run of the maintenance task.
      await product.settled()
      const { jobRunIds } = await product.data("POST", "/api/jobs/queues/library-maintenance/run")
      const { error, result, status } = await product.ended(jobRunIds[0])
      expect([status, error]).toEqual(["completed", null])
      return result
    }
    const isWell = async () => {
      expect(temporary()).toEqual([])
      expect(await shown()).toEqual([true, true, true])
      expect(source()).toEqual(before)
    }

    it("keeps generated files in the cache while the media disk is full", async () => {
      const made = inCache()
      const reason = "The disk of the folder is full."
      let empty = fill(product.media, 0)
      await wantAdjacent(true)
      expect(await maintain()).toMatchObject({ moved: none, left: [{ folder: product.media, reason }] })
      expect([inCache(), existsSync(assets())]).toEqual([made, false])
      await isWell()
      empty()
      // Leaves space for `assets.json`, which records the item, and for the beginning of a generated file.
      empty = fill(product.media, 8_192)
      expect(await maintain()).toMatchObject({ moved: none, left: [{ reason }] })
      expect(inCache()).toEqual(made)
      await isWell()
      empty()
      expect(await maintain()).toMatchObject({ moved: { items: 1, files: made.length }, left: [] })
      expect(inCache()).toEqual([])
      expect(adjacent().sort()).toEqual([...made, "assets.json"].sort())
      await isWell()
    })

    it("keeps generated files next to the media while the cache disk is full", async () => {
      const made = adjacent()
      const reason = "The disk of the cache directory is full."
      for (const leaving of [0, 8_192]) {
        const empty = fill(cache, leaving)
        await wantAdjacent(false)
        expect(await maintain()).toMatchObject({ broughtBack: none, left: [{ reason }] })
        expect(adjacent()).toEqual(made)
        await isWell()
        empty()
      }
      expect(await maintain()).toMatchObject({ broughtBack: { items: 1, files: made.length - 1 }, left: [] })
      expect([inCache().length, existsSync(assets())]).toEqual([made.length - 1, false])
      await isWell()
      expect(await doctor(product)).toEqual([])
    })
  })
})
