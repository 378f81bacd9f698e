import { liveChildren } from "@media/children/LiveChildren"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { makeTagReader } from "./LiveTagReader.ts"

const folder = mkdtempSync(join(tmpdir(), "media-tags-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const facts = {
  container: "flac",
  codec: "flac",
  duration: 2,
  sampleRate: 44_100,
  channels: 2,
  hasPicture: false,
  tags: {}
}
const good = JSON.stringify({ facts, oshash: null, size: 400_000, mtimeMs: 0 })

/** A fake tag reader. The name of a requested file selects its misbehavior. */
const program = join(folder, "program.mjs")
writeFileSync(
  program,
  `import { createInterface } from "node:readline"
  for await (const line of createInterface({ input: process.stdin })) {
    const answers = JSON.parse(line).map((file) => {
      const path = Buffer.from(file.path, "base64").toString()
      if (path === "loop") for (;;);
      if (path === "memory") for (const all = [];;) all.push(Buffer.alloc(10_000_000, 1))
      if (path === "flood") for (;;) process.stdout.write("x".repeat(100_000))
      return path === "lie" ? '{"facts": {"duration": "long"}}' : ${JSON.stringify(good)}
    })
    if (answers.length > 1 && line.includes(btoa("few"))) answers.pop()
    process.stdout.write("[" + answers.join(",") + "]\\n")
  }`
)

const read = (...paths: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { read } = yield* makeTagReader(program, 3_000)
      const found = yield* read(paths.map((path) => ({ root: "/", path })))
      return found.map((one) => one !== undefined)
    }).pipe(Effect.scoped, Effect.provide(liveChildren))
  )

it.each(["loop", "memory", "flood", "lie"])(
  "returns no tags for a file that breaks the program (%s), and reads the next file",
  async (path) => {
    expect(await read("good", path, "good", "good")).toEqual([true, false, true, true])
  }
)

it("discards a response with too few files and requests each file separately", async () => {
  expect(await read("good", "few", "good")).toEqual([true, true, true])
})
