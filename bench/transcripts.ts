import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { EventStore } from "@media/event-store/EventStore"
import { keepCues } from "@media/features/playback/subtitles/cues"
import { batchesOf } from "@media/features/playback/subtitles/text/Batches"
import { searchTranscripts } from "@media/features/playback/subtitles/transcripts"
import { seeded } from "@media/jobs/testing/Random"
import { uuidv7 } from "@media/kernel/Ids"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import { transaction } from "@media/pg/Transaction"
import { administrator } from "@media/testkit/Library"
import { appendVideos } from "@media/testkit/seed/ManyVideos"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, quantile, seconds, sizeOf, type Log } from "./support/Report.ts"
import { storeLayer } from "./support/Store.ts"

const total = sizeOf("BENCH_CUES", 1_000_000)
const perVideo = 1_000
/** Number of videos in the only library that the member may see. */
const few = 20
const meta = { cause: "bench" }

/** Number of words in the vocabulary, which is ordered from the most frequent to the rarest word. */
const vocabulary = 30_000
const random = seeded(11)
const letters = "etaoinshrdlucmfwypvbgkjqxz"
const made = [
  "the",
  ...new Set(
    Array.from({ length: 2 * vocabulary }, () =>
      Array.from({ length: 3 + random.below(6) }, () => letters[Math.floor(26 * random.next() ** 2)]).join("")
    )
  )
].slice(0, vocabulary)
/**
 * Returns a random word. Word frequencies resemble those of speech: the hundred most frequent words account for nearly
 * half of the text, and the most frequent word for one word in fifteen.
 */
const word = () => made[Math.floor(made.length ** random.next()) - 1] ?? "the"
const line = (n: number) => {
  const words = Array.from({ length: 4 + random.below(8) }, word)
  for (const [at, said] of words.entries())
    if (said === made[4] && words[at - 1] === made[1]) words[at] = made[5]!
  if (n % 997 === 0) words.splice(2, 0, "here's", "looking", "at", "you")
  if (n % 991 === 0) words.push("今日は世界が終わる")
  if (n % 983 === 0) words.push("we'll", "always")
  if (n % 983 === 1) words.unshift("have", "Paris")
  return words.join(" ")
}

const questions: ReadonlyArray<readonly [q: string, what: string]> = [
  ["looking at you", "a phrase of three words"],
  ["here's looking at y", "its beginning, as one types"],
  ["we'll always have Paris", "a phrase that goes on in the next cue"],
  ["the", "the most frequent word"],
  [`the ${made[1]}`, "the two most frequent words"],
  [`the ${made[1]} ${made[2]} ${made[3]}`, "the four most frequent words"],
  [`${made[1]} ${made[4]} `, "two frequent words that are never adjacent"],
  [`the ${made[1]!.slice(0, 1)}`, "the most frequent word and a letter"],
  ["the zx", "the most frequent word and two rare letters"],
  [`the ${made[1]} zx`, "the two most frequent words and two rare letters"],
  [made[1]!.slice(0, 3), "three letters, the beginning of frequent words"],
  ["lookin", "the beginning of a word"],
  ["世界", "two letters of Japanese"],
  ["nowhere said", "what no one says"]
]

/** Searches for a phrase in a million cues, both for an administrator and for a member who can see few of the cues. */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir: temporaryFolder("transcripts") })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.provide(
      Effect.gen(function* () {
        const store = yield* EventStore
        const pool = yield* PgPool
        const [all, own] = [uuidv7(), uuidv7()]
        for (const streamId of [all, own]) {
          const library = {
            _tag: "library.created.v1",
            name: "Films",
            isNsfw: false,
            contents: ["videos"],
            roots: []
          }
          yield* store.append([{ streamId, expectedVersion: 0, events: [library] }], meta)
        }
        const videos = Math.ceil(total / perVideo)
        yield* appendVideos({ libraryId: all, rootId: uuidv7() }, 0, videos - few, true)
        yield* appendVideos({ libraryId: own, rootId: uuidv7() }, videos - few, videos, true)
        const { rows } = yield* Effect.promise(() => pool.query("select id from items order by id"))
        const from = performance.now()
        let said = 0
        for (const { id } of rows as ReadonlyArray<{ readonly id: string }>) {
          const cues = Array.from({ length: perVideo }, (_, n) => ({
            ...{ startMs: n * 5_000, endMs: n * 5_000 + 4_000, text: line((said += 1)) },
            ...{ markup: null, settings: null }
          }))
          yield* transaction(keepCues(id, { trackId: uuidv7(), batches: batchesOf(cues) }))
        }
        report.line(`${said} cues of ${rows.length} videos kept in ${seconds(from).toFixed(0)} s`)
        yield* Effect.promise(() => pool.query("vacuum (analyze) subtitle_cues, items, libraries"))
        const size = yield* Effect.promise(() =>
          pool.query(
            `select pg_total_relation_size('subtitle_cues') as all, pg_relation_size('subtitle_cues_words') as words,
                    pg_relation_size('subtitle_cues_phrases') as phrases`
          )
        )
        const { all: bytes, phrases, words } = size.rows[0] as Record<"all" | "phrases" | "words", string>
        const megabytes = (n: string) => Math.round(Number(n) / 1e6)
        report.line(
          `${megabytes(bytes)} MB, of these ${megabytes(words)} MB for the words, ${megabytes(phrases)} MB for the phrases`
        )
        const member = { ...administrator, role: "member" as const, libraryIds: [own] }
        const table: Array<ReadonlyArray<string | number>> = []
        let slowest = 0
        for (const [q, what] of questions) {
          for (const principal of [administrator, member]) {
            const times: Array<number> = []
            let found = 0
            for (let round = 0; round < 20; round += 1) {
              const begun = performance.now()
              found = (yield* searchTranscripts(principal, { q, page: 1, perPage: 40 })).total
              times.push(performance.now() - begun)
            }
            const slow = quantile(times, 0.95)
            slowest = Math.max(slowest, slow)
            table.push([what, principal.role, found, quantile(times, 0.5).toFixed(1), slow.toFixed(1)])
          }
        }
        report.table(["phrase", "who", "found", "median ms", "p95 ms"], table)
        report.check(
          slowest < 200,
          `every phrase among ${said} cues in 200 ms`,
          `${slowest.toFixed(0)} ms at most (p95)`
        )
      }),
      storeLayer(url)
    )
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
