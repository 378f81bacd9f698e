import { madeEpub } from "@media/books/testing/MadeBooks"
import { spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { buildProduct, exchange, startProduct, temporaryFolder, until } from "./support/Product.ts"
import { makeReport, sizeOf, type Log } from "./support/Report.ts"
import { mediaTools, tinyVideo } from "./support/SampleVideos.ts"

const files = sizeOf("BENCH_FILES", 20)
const rounds = sizeOf("BENCH_ROUNDS", 3)
const CUES = 50_000
const MOST_MILLIS = 50

/**
 * Returns the source of a module that every process of the product loads. In the server, the module writes the event
 * loop delay to a file, twice a second. The module does the same in an idle process, whose delay shows how much the
 * machine itself delays a process.
 */
const probe = (folder: string): string => `
import { monitorEventLoopDelay } from "node:perf_hooks"
import { renameSync, rmSync, writeFileSync, existsSync } from "node:fs"
const name = /(server|idle)\\.mjs$/.exec(process.argv[1] ?? "")?.[1]
if (name !== undefined) {
  const file = ${JSON.stringify(`${folder}/`)} + name
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  setInterval(() => {
    if (existsSync(file + ".reset")) { rmSync(file + ".reset"); delay.reset(); return }
    const told = [50, 99, 100].map((of) => (of === 100 ? delay.max : delay.percentile(of)) / 1e6)
    writeFileSync(file + ".draft", JSON.stringify({ told, count: delay.count }))
    renameSync(file + ".draft", file + ".json")
  }, 500).unref()
}`

const watched = ["server", "idle"] as const

/** Resets the measurements of both processes. */
const resetDelays = async (folder: string): Promise<void> => {
  const files = watched.map((name) => join(folder, `${name}.reset`))
  for (const file of files) writeFileSync(file, "")
  await until(() => !files.some(existsSync), { millis: 10_000, what: "a new measurement" })
}

interface Delays {
  /** Event loop delays in milliseconds: median, 99th percentile, maximum. */
  readonly told: readonly [number, number, number]
  readonly count: number
}

const delaysOf = (folder: string, name: (typeof watched)[number]): Delays =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Delays

const two = (value: number) => String(value).padStart(2, "0")
const timeOf = (n: number): string =>
  `${two(Math.floor(n / 3_600))}:${two(Math.floor(n / 60) % 60)}:${two(n % 60)}`
const subtitles = (): string =>
  Array.from(
    { length: CUES },
    (_, n) => `${n + 1}\n${timeOf(n)},000 --> ${timeOf(n)},900\n<i>Line</i> ${n} of what they say\n`
  ).join("\n")

/**
 * Returns 4 MiB of text. The product rejects archives with a compression ratio above 250 to 1. The paragraphs are
 * numbered, so that the text does not compress too well.
 */
const paragraphs = (document: number): string =>
  Array.from(
    { length: 80_000 },
    (_, n) => `<p>All work and no play makes ${document} of ${n} dull.</p>`
  ).join("")

/**
 * Creates two books: one with a chapter whose huge `style` attribute used to exhaust the server's memory, and one
 * with 64 MiB of text.
 */
const books = () => {
  const chapter = (content: string) => ({
    manifest: '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>',
    rest: '<spine><itemref idref="a"/></spine>',
    files: [{ name: "OEBPS/a.xhtml", content }]
  })
  const styles = "a1:b1;".repeat(1_250_000)
  const documents = Array.from({ length: 16 }, (_, n) => n)
  return {
    hostile: madeEpub(chapter(`<html><body><p style="${styles}">x</p></body></html>`)),
    large: madeEpub({
      manifest: documents
        .map((n) => `<item id="d${n}" href="${n}.xhtml" media-type="application/xhtml+xml"/>`)
        .join(""),
      rest: `<spine>${documents.map((n) => `<itemref idref="d${n}"/>`).join("")}</spine>`,
      files: documents.map((n) => ({
        name: `OEBPS/${n}.xhtml`,
        content: `<html><body>${paragraphs(n)}</body></html>`
      }))
    })
  }
}

/**
 * Measures the server's event loop delay under three simultaneous loads: opening a malicious chapter, searching a
 * book of 64 MiB, and uploading and reading subtitle files with 50,000 cues.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  buildProduct()
  const folder = temporaryFolder("event-loop")
  const script = join(folder, "probe.mjs")
  writeFileSync(script, probe(folder))
  const importing = ["--import", pathToFileURL(script).href]
  const nothing = join(folder, "idle.mjs")
  writeFileSync(nothing, "setInterval(() => undefined, 1_000)")
  const idle = spawn(process.execPath, [...importing, nothing], { stdio: "ignore" })
  const product = await startProduct({
    dataDir: join(folder, "data"),
    environment: { NODE_OPTIONS: importing.join(" ") }
  })
  await product.setup()
  const media = join(folder, "media")
  mkdirSync(media)
  const { hostile, large } = books()
  writeFileSync(join(media, "hostile.epub"), hostile)
  writeFileSync(join(media, "large.epub"), large)
  copyFileSync(tinyVideo((await mediaTools()).ffmpeg), join(media, "video.mp4"))
  await product.call("POST", "/api/libraries", {
    name: "All",
    contents: ["videos", "books"],
    roots: [{ path: media }]
  })
  const listed = (kind: string, count: number) =>
    until(
      async () => {
        const { items } = await product.call("GET", `/api/${kind}?status=ready`)
        return items.length === count ? (items as ReadonlyArray<{ id: string; title: string }>) : undefined
      },
      { millis: 300_000, every: 500, what: `${count} ready ${kind}` }
    )
  const found = await listed("books", 2)
  const [video] = await listed("videos", 1)
  const idOf = (title: string) => found.find((book) => book.title.startsWith(title))!.id
  const token = product.token()
  const text = subtitles()
  const statuses = new Map<string, number>()
  const count = (what: string, status: number) => {
    const key = `${what} ${status}`
    statuses.set(key, (statuses.get(key) ?? 0) + 1)
  }
  const get = async (what: string, target: string) =>
    count(what, (await exchange(product.origin, "GET", target, { token, coding: "gzip" })).status)
  const upload = async () => {
    const form = new FormData()
    form.set("file", new Blob([text]), "video.en.srt")
    const sent = await fetch(`${product.origin}/api/videos/${video!.id}/subtitles`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form
    })
    count("upload", sent.status)
    if (sent.status !== 201) return
    const { data } = (await sent.json()) as { readonly data: { readonly id: string } }
    await get("cues", `/api/videos/${video!.id}/subtitles/${data.id}/cues`)
    await get("WebVTT", `/api/videos/${video!.id}/subtitles/${data.id}/source`)
  }
  await resetDelays(folder)
  const asked: Array<Promise<unknown>> = []
  for (let round = 0; round < rounds; round += 1) {
    asked.push(get("chapter", `/api/books/${idOf("hostile")}/resource/OEBPS/a.xhtml?${round}`))
    asked.push(get("search", `/api/books/${idOf("large")}/passages?q=never+found+${round}`))
  }
  const uploads = (async () => {
    for (let n = 0; n < files; n += 1) await upload()
  })()
  await Promise.all([...asked, uploads])
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  report.line(`  answers: ${[...statuses].map(([what, n]) => `${n} x ${what}`).join(", ")}`)
  report.table(
    ["delay of the event loop, ms", "median", "p99", "largest", "samples"],
    watched.map((name) => {
      const { count: samples, told } = delaysOf(folder, name)
      return [name, ...told.map((millis) => millis.toFixed(1)), samples]
    })
  )
  const [, p99] = delaysOf(folder, "server").told
  report.check(p99 < MOST_MILLIS, `p99 below ${MOST_MILLIS} ms`, `${p99.toFixed(1)} ms`)
  idle.kill()
  await product.stop()
}
