import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { afterAll, describe, expect, it } from "vitest"
import { liveChildren } from "../LiveChildren.ts"
import { answering, answerTasks } from "./AnswerTasks.ts"
import { exchange, FrameReader, writeFrame } from "./Frames.ts"
import { GuardedReader } from "./GuardedReader.ts"
import { makeGuardedReader } from "./LiveGuardedReader.ts"
import { task } from "./Task.ts"
import { setCpuBudget, spend, TooMuchWork } from "@media/kernel/CpuBudget"

class NoText extends Schema.TaggedError<NoText>()("NoText", { reason: Schema.String }) {}

const reversed = task({
  name: "text.reverse",
  question: Schema.Struct({ times: Schema.Number }),
  answer: Schema.Struct({ length: Schema.Number }),
  refusal: NoText,
  seconds: 1,
  mostBytes: 1_000
})
const limits = { headBytes: 1_000, partBytes: 1_000 }

describe("answerTasks", () => {
  const asked = async (question: unknown, bytes: string) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const answered = answerTasks(
      [
        answering(reversed, ({ times }, given) =>
          Effect.sync(() => {
            if (times < 0) for (;;) spend()
            return Buffer.from(given).reverse()
          }).pipe(
            Effect.filterOrFail(
              ({ length }) => length > 0,
              () => new NoText({ reason: "There is no text." })
            ),
            Effect.map((part) => ({ value: { length: part.length }, parts: Array<Buffer>(times).fill(part) }))
          )
        )
      ],
      { input, output }
    )
    try {
      return await exchange(
        { stdin: input, stdout: output },
        { head: [reversed.name, question], parts: [Buffer.from(bytes)] },
        limits
      )
    } finally {
      input.end()
      await answered
      setCpuBudget(Number.POSITIVE_INFINITY)
    }
  }

  it("responds with a result, an expected failure or a used-up CPU budget", async () => {
    const { head, parts } = await asked({ times: 2 }, "abc")
    expect(head).toEqual({ ok: { length: 3 } })
    expect(parts.map(String)).toEqual(["cba", "cba"])
    expect(await asked({ times: 1 }, "")).toEqual({
      head: { refused: { _tag: "NoText", reason: "There is no text." } },
      parts: []
    })
    expect((await asked({ times: -1 }, "abc")).head).toEqual({ gaveUp: true })
  })
})

it("does not limit CPU time until a budget is set", () => {
  for (let n = 0; n < 100_000; n++) spend()
  setCpuBudget(0)
  expect(() => {
    for (let n = 0; n < 1_000; n++) spend()
  }).toThrow(TooMuchWork)
  setCpuBudget(Number.POSITIVE_INFINITY)
})

it("assembles frames from chunks of any size", () => {
  const stream = new PassThrough()
  writeFrame(stream, { head: { a: "ü\n" }, parts: [Buffer.from("one"), Buffer.alloc(0), Buffer.from("two")] })
  const bytes = stream.read() as Buffer
  const reader = new FrameReader(limits)
  const frames = [...bytes].flatMap((byte) => reader.push(Buffer.from([byte])) ?? [])
  expect(frames.map(({ head, parts }) => [head, parts.map(String)])).toEqual([
    [{ a: "ü\n" }, ["one", "", "two"]]
  ])
  for (const text of [
    "no JSON\n",
    "{}\n",
    "[1]\n",
    "[1,[-1]]\n",
    "[1,[2000]]\n",
    "[1,[1]]\nab",
    "[1,[1.5]]\n",
    "x".repeat(1_001)
  ])
    expect(() => new FrameReader(limits).push(Buffer.from(text)), text.slice(0, 20)).toThrow()
})

describe("an untrusted program", () => {
  const folder = mkdtempSync(join(tmpdir(), "guarded-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const answered = (script: string, name: string, seconds = 20, times = 1) => {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, script)
    const layer = Layer.scoped(GuardedReader, makeGuardedReader(file, { cpuSeconds: 2 })).pipe(
      Layer.provide(liveChildren)
    )
    const runtime = ManagedRuntime.make(layer)
    return runtime
      .runPromise(
        Effect.flatMap(GuardedReader, ({ ask }) =>
          Effect.either(
            Effect.map(
              Effect.forEach(Array(times), () => ask({ ...reversed, seconds }, { times: 1 })),
              (answers) => answers.at(-1)
            )
          )
        )
      )
      .finally(() => runtime.dispose())
  }
  const says = (text: string) =>
    `process.stdin.once("data", () => process.stdout.write(${JSON.stringify(text)}))`

  it.each([
    ["dies", "process.stdin.once('data', () => process.exit(1))"],
    [
      "needs too much memory",
      "process.stdin.once('data', () => { const a = []; for (;;) a.push(Buffer.alloc(1e7, 1)) })"
    ],
    ["responds with an invalid value", says('[{"ok":{"length":"3"}},[]]\n')],
    ["responds with too many bytes", says(`[{"ok":{"length":3}},[1001]]\n`)],
    ["responds with an unknown failure", says('[{"refused":{"_tag":"Other"}},[]]\n')],
    ["responds with invalid JSON", says("hello\n")]
  ])("stops a program that %s", async (name, script) => {
    expect(await answered(script, name.replaceAll(" ", "-"))).toMatchObject({
      left: { _tag: "ReaderGaveUp" }
    })
  })

  it("stops a program that ignores its CPU budget", async () => {
    expect(await answered("process.stdin.once('data', () => { for (;;); })", "spins")).toMatchObject({
      left: { _tag: "ReaderGaveUp" }
    })
  })

  it("repeats a request in a new program after a crash", async () => {
    const good = `process.stdout.write('[{"ok":{"length":3}},[]]\\n')`
    const script = `let asked = 0
      process.stdin.on("data", () => { asked += 1; if (asked > 1) process.exit(1); ${good} })`
    expect(await answered(script, "wears-out", 20, 4)).toMatchObject({ right: { value: { length: 3 } } })
  })

  it("reports that the reader is busy if the program does not respond within the time limit", async () => {
    const never = await answered("process.stdin.resume()", "never", 0.1)
    expect(never).toMatchObject({ left: { _tag: "ReaderBusy" } })
  })
})
