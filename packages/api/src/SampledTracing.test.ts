import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { expect, it } from "vitest"
import { sampledTracing } from "./SampledTracing.ts"

const inner = Effect.withSpan(Effect.succeed(1), "query")
const work = Effect.withSpan(Effect.zipRight(inner, inner), "list")

/**
 * Runs `request` ten times with `TRACE_EVERY` set to `every`, and returns the `spans` of each logged trace. All other
 * tracing is off, as in the server.
 */
const tracesOf = (every: string, request: Effect.Effect<unknown, unknown> = work) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ annotations }) => {
    const spans = HashMap.unsafeGet(annotations, "spans")
    lines.push(String(spans))
  })
  return Effect.gen(function* () {
    const sampled = yield* sampledTracing
    for (let n = 0; n < 10; n += 1) yield* Effect.either(sampled("GET /x", request))
    return lines
  }).pipe(
    Effect.withTracerEnabled(false),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["TRACE_EVERY", every]]))),
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
    Logger.withMinimumLogLevel(LogLevel.Debug),
    Effect.runPromise
  )
}

it("logs the spans of one in N requests, in the order in which the spans began", async () => {
  const [first, ...others] = await tracesOf("5")
  expect(others.length).toBe(1)
  const names = first?.split("; ").map((line) => line.replace(/ [\d.]+ ms at [\d.]+$/, ""))
  expect(names).toEqual(["GET /x", "  list", "    query", "    query"])
})

it("traces failed requests, unless tracing is off", async () => {
  expect(await tracesOf("0")).toEqual([])
  expect((await tracesOf("10", Effect.withSpan(Effect.fail("no"), "failing")))[0]).toContain("  failing ")
})
