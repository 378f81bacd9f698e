import { exchange, type Frame } from "@media/children/guarded/Frames"
import { makeGuardedReader } from "@media/children/guarded/LiveGuardedReader"
import { liveChildren } from "@media/children/LiveChildren"
import { nodePool } from "@media/children/NodePool"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { ScrapeFailed } from "../ScrapeFailed.ts"
import { ScraperTools } from "../ScraperTools.ts"
import type { ScriptResult } from "./runScript.ts"
import {
  changeTask,
  definitionTask,
  HitsList,
  ReadDefinition,
  scriptTask,
  selectTask,
  ValueList
} from "./tasks.ts"

/** Time limit of a script in milliseconds. It starts when the process is ready. */
const SCRIPT_MILLIS = 2_000
const START_MILLIS = 30_000
const SCRIPT_MEMORY_BYTES = 256 * 1024 ** 2
const NICE = 5
/**
 * CPU limits of the process that reads pages. The largest recorded page takes 0.2 s of CPU time,
 * and 0.02 s more for each selector. A selector that never ends uses up the budget of its task. The
 * kernel kills a process that does not stop on its own.
 */
const PAGES = { cpuSeconds: 12, questionsEach: 25 }
const FRAME = { headBytes: 1024 ** 2, partBytes: 0 }

const gaveUp = () =>
  new ScrapeFailed({ code: "limit", reason: "Reading this page takes too much time or memory." })

/** Rejects after the time limit. The caller then stops the process. */
const within = <A>(work: Promise<A>, millis: number): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the script took too long")), millis)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const scriptFrame = (code: string, value: string): Frame => ({
  head: [scriptTask.name, { code, value }],
  parts: []
})

/** Creates the tools. `program` is the script that the child processes run. Tests pass a different script. */
export const makeScraperTools = (program = join(installRoot(), "dist/scraper.mjs")) =>
  Effect.gen(function* () {
    const { ask } = yield* makeGuardedReader(program, PAGES)
    const scripts = yield* nodePool({
      args: ["--max-old-space-size=64", program],
      most: 1,
      memoryBytes: SCRIPT_MEMORY_BYTES,
      nice: NICE,
      questionsEach: 200
    })

    const javascript = (code: string, value: string): Effect.Effect<ScriptResult> =>
      scripts(async (talk) => {
        // The first request loads the engine, so that loading does not count toward the time limit of the script.
        await within(exchange(talk, scriptFrame("", ""), FRAME), START_MILLIS)
        return within(exchange(talk, scriptFrame(code, value), FRAME), SCRIPT_MILLIS)
      }).pipe(
        Effect.map(({ head }) => {
          const said = typeof head === "object" && head !== null && "ok" in head ? head.ok : undefined
          const result = Schema.decodeUnknownEither(scriptTask.answer)(said)
          return Either.isRight(result)
            ? result.right
            : { problem: "The JavaScript step returned no result." }
        }),
        Effect.catchAll(() =>
          Effect.succeed({ problem: "The JavaScript step took too much time or memory." })
        ),
        Effect.withSpan("scrapers.javascript")
      )

    const decoded = <A>(schema: Schema.Schema<A, string>, parts: ReadonlyArray<Buffer>) =>
      Effect.mapError(Schema.decodeUnknown(schema)(parts[0]?.toString() ?? ""), gaveUp)
    const failed = (error: ScrapeFailed | { readonly _tag: "ReaderBusy" | "ReaderGaveUp" }) => {
      if (error._tag === "ScrapeFailed") return error
      return error._tag === "ReaderGaveUp"
        ? gaveUp()
        : new ScrapeFailed({ code: "limit", reason: "The server is busy. Try again in a moment." })
    }

    return ScraperTools.of({
      read: (id, source) =>
        ask(definitionTask, { id }, Buffer.from(source)).pipe(
          Effect.mapError((error) =>
            error._tag === "ReaderGaveUp"
              ? new ScrapeFailed({
                  code: "limit",
                  reason: "Reading this file takes too much time or memory."
                })
              : failed(error)
          ),
          Effect.flatMap(({ parts }) => decoded(ReadDefinition, parts))
        ),
      select: (kind, { bytes, type = null }, selectors) =>
        ask(selectTask, { kind, type, selectors }, bytes).pipe(
          Effect.mapError(failed),
          Effect.flatMap(({ parts }) => decoded(HitsList, parts))
        ),
      change: (values, steps, today) =>
        ask(changeTask, { steps, today }, Buffer.from(JSON.stringify(values))).pipe(
          Effect.mapError(failed),
          Effect.flatMap(({ parts }) => decoded(ValueList, parts))
        ),
      javascript
    })
  })

export const liveScraperTools: Layer.Layer<ScraperTools> = Layer.scoped(
  ScraperTools,
  makeScraperTools()
).pipe(Layer.provide(liveChildren))
