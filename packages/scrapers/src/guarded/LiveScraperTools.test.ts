import { liveChildren } from "@media/children/LiveChildren"
import { build } from "esbuild"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundleOptions, root } from "../../../../scripts/bundle-options.mjs"
import { ScraperTools } from "../ScraperTools.ts"
import { makeScraperTools } from "./LiveScraperTools.ts"

/** The folder is inside the project, because the program loads its engine from `node_modules`. */
const folder = join(root, "dist", `scraper-test-${process.pid}`)
const program = join(folder, "scraper.mjs")
const runtime = ManagedRuntime.make(
  Layer.scoped(ScraperTools, makeScraperTools(program)).pipe(Layer.provide(liveChildren))
)
const tools = <A, E>(use: (tools: ScraperTools["Type"]) => Effect.Effect<A, E>) =>
  runtime.runPromise(Effect.either(Effect.flatMap(ScraperTools, use)))
const script = (code: string, value = "Ada") => tools(({ javascript }) => javascript(code, value))
const page = (text: string) => ({ url: "https://a.example/", bytes: Buffer.from(text), type: "text/html" })

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  await build({
    ...bundleOptions,
    entryPoints: [join(root, "packages/scrapers/src/guarded/main.ts")],
    outfile: program,
    sourcemap: false
  })
})
afterAll(async () => {
  await runtime.dispose()
  rmSync(folder, { recursive: true, force: true })
})

it("runs selectors and post-processing in a separate process", async () => {
  expect(
    await tools(({ select }) => select("xpath", page("<b>one</b><b>two"), ["//b", "//a["]))
  ).toMatchObject({
    right: [
      { values: ["one", "two"] },
      { values: [], problem: expect.stringContaining("not an XPath expression") }
    ]
  })
  expect(await tools(({ select }) => select("json", page("{"), ["a"]))).toMatchObject({
    left: { reason: "The website's response is not JSON." }
  })
  const steps = [{ step: "map", map: { a: "b" } }] as const
  expect(await tools(({ change }) => change(["a", "c"], steps, 0))).toMatchObject({ right: ["b", "c"] })
})

it("stops an endless selector at its CPU limit and still responds to the next request", async () => {
  const items = page("<i></i>".repeat(3_000))
  const endless = "//i[count(//i[count(//i) > count(preceding::i)]) > 1]"
  const before = process.resourceUsage()
  expect(await tools(({ select }) => select("xpath", items, [endless]))).toMatchObject({
    left: { code: "limit" }
  })
  expect(process.resourceUsage().userCPUTime - before.userCPUTime).toBeLessThan(5_000_000)
  expect(await tools(({ select }) => select("xpath", page("<b>one"), ["//b"]))).toMatchObject({
    right: [{ values: ["one"] }]
  })
})

it("runs JavaScript steps", async () => {
  for (const [code, right] of [
    ["return value.toUpperCase()", { value: "ADA" }],
    ["log.Info(value); util.Sleep(1); return 7", { value: "7" }],
    ["return `${[...new Set('a,b,a'.split(','))].sort((x, y) => x.localeCompare(y))}`", { value: "a,b" }],
    ["", {}],
    ["return null", {}],
    ["throw new Error('no')", { problem: "The JavaScript step failed: no." }],
    ["return (", { problem: expect.stringMatching(/^The JavaScript step failed: .*\.$/) }],
    ["return typeof process + typeof require + typeof fetch", { value: "undefinedundefinedundefined" }]
  ] as const)
    expect(await script(code), code).toMatchObject({ right })
})

it("stops scripts that loop forever, exhaust memory or block the engine", async () => {
  for (const code of [
    "for (;;);",
    "const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)",
    "const f = () => f() + f(); return f()",
    "return 'x'.repeat(3e6).split('').map((c) => c + Math.random()).sort().join('').length"
  ]) {
    expect(await script(code), code).toMatchObject({
      right: { problem: expect.stringMatching(/^The JavaScript .*\.$/) }
    })
  }
  expect(await script("return value")).toMatchObject({ right: { value: "Ada" } })
})
