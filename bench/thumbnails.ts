import { sharp } from "@media/pictures/Sharp"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import {
  buildProduct,
  pauseQueuesBut,
  startProduct,
  temporaryFolder,
  until,
  type Product
} from "./support/Product.ts"
import { makeReport, median, seconds, sizeOf, type Log, type Report } from "./support/Report.ts"

const photos = sizeOf("BENCH_PHOTOS", 60)
/** Number of rounds. Each round lets the queue process a library of photos, and compares the time with sharp alone. */
const rounds = sizeOf("BENCH_ROUNDS", 3)
/** Number of photos that the queue and sharp alone each process at the same time. */
const AT_ONCE = sizeOf("BENCH_AT_ONCE", 2)
const WIDTHS = [1280, 640, 320]

/** Creates a photo of 12 megapixels and about 3 MB that contains shapes and sensor noise. */
const makePhoto = async (path: string): Promise<void> => {
  const shapes = await sharp({
    create: {
      width: 500,
      height: 375,
      channels: 3,
      background: "#567",
      noise: { type: "gaussian", mean: 120, sigma: 60 }
    }
  })
    .png()
    .toBuffer()
  await sharp(shapes)
    .resize(4_000, 3_000)
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Model: "Box" }, IFD2: { DateTimeOriginal: "2024:05:31 12:30:05" } })
    .toFile(path)
}

/**
 * Processes a photo with sharp alone, as the baseline: rotates it upright in sRGB, and encodes the same three widths as
 * the product with the same WebP settings.
 */
const bare = async (path: string, to: string): Promise<void> => {
  const pixels = await sharp(path)
    .autoOrient()
    .resize({ width: 1280, height: 1280, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const width of WIDTHS)
    await sharp(pixels.data, { raw: pixels.info })
      .resize({ width })
      .webp({ quality: 78, effort: 2 })
      .toFile(`${to}-${width}.webp`)
}

const allBare = async (paths: ReadonlyArray<string>, folder: string): Promise<number> => {
  const from = performance.now()
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < paths.length; at = next++) await bare(paths[at]!, join(folder, String(at)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return seconds(from)
}

/**
 * Returns the seconds from the start of the queue until all photos have thumbnails. Adds the CPU time of each process
 * to the report.
 */
const allOurs = async (product: Product, folder: string, report: Report): Promise<number> => {
  const pictured = () => product.value("select count(*) from item_pictures where version is not null")
  const before = await pictured()
  await product.call("POST", "/api/jobs/queues/image-thumbnail/pause")
  const library = { name: folder, contents: ["images"], roots: [{ path: folder }] }
  const known = await product.value("select count(*) from items")
  await product.call("POST", "/api/libraries", library)
  await until(async () => (await product.value("select count(*) from items")) === known + photos, {
    millis: 120_000,
    what: "the scan"
  })
  const from = performance.now()
  const unspent = product.cpu()
  await product.call("POST", "/api/jobs/queues/image-thumbnail/resume")
  // Polls less often than `until` does by default, because each query costs PostgreSQL 3 ms of CPU time per picture.
  await until(async () => (await pictured()) === before + photos, {
    millis: 600_000,
    every: 50,
    what: "pictures"
  })
  const took = seconds(from)
  const spent = product.cpu()
  const each = (name: "server" | "worker" | "postgres") =>
    `${name} ${(((spent[name] - unspent[name]) / photos) * 1_000).toFixed(0)}`
  report.line(`CPU ms a picture: ${each("server")}, ${each("worker")}, ${each("postgres")}`)
  return took
}

/**
 * Measures how fast the product's queue creates thumbnails of photos, compared with sharp alone at the same
 * concurrency.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const source = join(temporaryFolder("thumbnails-source"), "photo.jpg")
  await makePhoto(source)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("thumbnails-data") })
  try {
    await product.setup()
    await product.call("PATCH", "/api/settings", { background_worker_concurrency: AT_ONCE })
    await pauseQueuesBut(product, ["library-scan", "image-thumbnail"])
    const bares: Array<number> = []
    const ours: Array<number> = []
    for (let round = 0; round < rounds; round += 1) {
      const folder = temporaryFolder(`thumbnails-${round}`)
      const paths = Array.from({ length: photos }, (_, n) => join(folder, `photo ${n}.jpg`))
      for (const path of paths) copyFileSync(source, path)
      bares.push(await allBare(paths, temporaryFolder("thumbnails-bare")))
      ours.push(await allOurs(product, folder, report))
    }
    const rate = (took: number) => (photos / took).toFixed(1)
    report.line(`${photos} photos of 12 megapixels, ${AT_ONCE} at a time, ${rounds} rounds`)
    report.table(
      ["pictures a second", ...ours.map((_, round) => `round ${round + 1}`)],
      [
        ["the queue: facts, decoded apart, three widths, thumbhash, recorded", ...ours.map(rate)],
        ["sharp alone, three widths", ...bares.map(rate)]
      ]
    )
    const ratio = median(ours.map((took, round) => bares[round]! / took))
    report.check(ratio >= 0.8, "thumbnails at 0.8 x the speed of bare sharp", `${ratio.toFixed(2)} x`)
  } finally {
    await product.stop()
  }
}
