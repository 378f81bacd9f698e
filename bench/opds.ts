import pg from "pg"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { seededAuthors } from "@media/testkit/seed/ManyFacts"
import { calibreBooks, calibreLibrary, startCalibre } from "./support/Calibre.ts"
import { buildProduct, exchange, startProduct, temporaryFolder } from "./support/Product.ts"
import { makeReport, median, pause, quantile, sizeOf, type Log } from "./support/Report.ts"

const total = sizeOf("BENCH_BOOKS", 10_000)
const rounds = sizeOf("BENCH_ROUNDS", 40)
const PER_PAGE = 50

/**
 * Returns statements that insert books directly into the database. No book files are needed, because a feed reads
 * only the database.
 */
const seed = (libraryId: string): ReadonlyArray<string> => [
  `insert into items (id, library_id, kind, size_bytes, title, sort_title, date, status, shuffle_key, created_at, updated_at)
   select uuidv7(), '${libraryId}', 'book', 1e6 + n, 'The Book ' || lpad(n::text, 5, '0'), 'book ' || lpad(n::text, 5, '0'),
     '2020-01-01', 'ready', hashint8extended(n, 7), now() - n * interval '1 minute', now() - n * interval '1 minute'
   from generate_series(0, ${total - 1}) n`,
  `insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, path_hash, path)
   select id, library_id, size_bytes, size_bytes, true, true, substr(sha256(title::bytea), 1, 16), title || '.epub' from items`,
  `insert into book_facts (item_id, series_id, series_number, is_right_to_left, is_protected, format, series, language, publisher)
   select id, md5('s' || abs(shuffle_key % 499))::uuid, abs(shuffle_key % 20), false, false, 'epub',
     'Series ' || abs(shuffle_key % 499), 'en', 'Publisher' from items`,
  ...seededAuthors("true"),
  "vacuum (analyze)"
]

interface Asked {
  readonly what: string
  readonly ours: string
  readonly theirs: string | undefined
}

interface How {
  readonly token?: string | undefined
  readonly coding?: "gzip" | "br" | undefined
}
interface Answer {
  readonly millis: number
  /** Number of bytes that were sent. */
  readonly size: number
}
const unpack = { gzip: gunzipSync, br: brotliDecompressSync } as const

/** Requests a page. Fails unless the response is a feed that lists books. */
const measured = async (origin: string, target: string, { coding, token }: How = {}): Promise<Answer> => {
  const from = performance.now()
  const { bytes, status } = await exchange(origin, "GET", target, { token, coding })
  const millis = performance.now() - from
  const text = String(coding === undefined ? bytes : unpack[coding](bytes))
  const entries = text.split("<entry>").length - 1
  if (status !== 200 || entries < PER_PAGE) throw new Error(`${target}: ${status}, ${entries} entries`)
  return { millis, size: bytes.length }
}

/**
 * Measures pages of the OPDS feed of all books, alternating with Debian's calibre-server, which serves the same
 * number of books. Measures both repeated requests and the first request after a change, because the server caches
 * its pages until the data changes.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("opds") })
  await product.setup()
  const folder = temporaryFolder("opds-books")
  const { id } = await product.call("POST", "/api/libraries", {
    name: "Books",
    contents: ["books"],
    roots: [{ path: folder }]
  })
  const database = new pg.Client(product.databaseUrl)
  await database.connect()
  for (const statement of seed(String(id))) await database.query(statement)
  /**
   * Makes the server drop its cached pages. The server treats the statement as a change, although it deletes no rows.
   */
  const touch = async () => {
    await database.query("delete from user_items where false")
    await pause(20)
  }
  const library = calibreLibrary(total)
  const calibre = library === undefined ? undefined : await startCalibre(library, PER_PAGE)
  const last = Math.floor(total / PER_PAGE)
  const pages: ReadonlyArray<Asked> = [
    ["the first page", 1],
    ["a page in the middle", Math.ceil(last / 2)],
    ["the last page", last]
  ].map(([what, page]) => ({
    what: String(what),
    ours: `/opds/books?page=${page}`,
    theirs: calibre === undefined ? undefined : calibreBooks((Number(page) - 1) * PER_PAGE)
  }))
  const rows: Array<ReadonlyArray<string | number>> = []
  const ratios: Array<number> = []
  for (const { ours, theirs, what } of pages) {
    const [own, other]: readonly [Array<number>, Array<number>] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      own.push((await measured(product.origin, ours, { token: product.token() })).millis)
      if (calibre !== undefined && theirs !== undefined)
        other.push((await measured(calibre.origin, theirs)).millis)
    }
    const [at, reference] = [median(own), other.length === 0 ? undefined : median(other)]
    if (reference !== undefined) ratios.push(reference / at)
    rows.push([
      what,
      at.toFixed(1),
      quantile(own, 0.95).toFixed(1),
      reference?.toFixed(1) ?? "-",
      reference === undefined ? "-" : (reference / at).toFixed(1)
    ])
  }
  report.table(["feed of all books", "ms", "p95 ms", "calibre ms", "x"], rows)
  const first = pages[0]!
  const made: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    await touch()
    made.push((await measured(product.origin, first.ours, { token: product.token() })).millis)
  }
  report.line(
    `The first page after a change: ${median(made).toFixed(1)} ms, p95 ${quantile(made, 0.95).toFixed(1)}`
  )
  const codings = [undefined, "gzip", "br"] as const
  const answers = new Map(codings.map((coding) => [coding, new Array<Answer>()]))
  for (let round = 0; round < rounds; round += 1)
    for (const coding of codings)
      answers
        .get(coding)!
        .push(await measured(product.origin, first.ours, { token: product.token(), coding }))
  report.table(
    ["the first page, in turns", "ms", "p95 ms", "KiB"],
    [...answers].map(([coding, each]) => {
      const millis = each.map((answer) => answer.millis)
      return [
        coding ?? "plain",
        median(millis).toFixed(1),
        quantile(millis, 0.95).toFixed(1),
        (each[0]!.size / 1024).toFixed(1)
      ]
    })
  )
  if (calibre === undefined)
    report.line(
      "calibre-server was not measured: there is none (BENCH_CALIBRE names the folder of its commands)"
    )
  else
    report.check(
      Math.min(...ratios) >= 10,
      "10 x faster than calibre-server",
      `${Math.min(...ratios).toFixed(1)} x`
    )
  calibre?.stop()
  await database.end()
  await product.stop()
}
