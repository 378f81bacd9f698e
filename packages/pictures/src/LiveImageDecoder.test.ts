import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { afterAll, describe, expect, it, vi } from "vitest"
import { askDecoder } from "./DecoderTalk.ts"
import { ImageDecoder } from "./ImageDecoder.ts"
import { liveImageDecoder } from "./LiveImageDecoder.ts"
import { sharp } from "./Sharp.ts"

const folder = mkdtempSync(join(tmpdir(), "decoder-"))
vi.stubEnv("MEDIA_SECRET", "not for decoders")
const runtime = ManagedRuntime.make(liveImageDecoder)
afterAll(async () => {
  vi.unstubAllEnvs()
  await runtime.dispose()
  rmSync(folder, { recursive: true })
})

const decode = (input: Buffer | string) =>
  runtime.runPromise(Effect.either(Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(input))))
const refusal = async (input: Buffer | string) => {
  const answer = await decode(input)
  return Either.isLeft(answer) ? answer.left.code : "decoded"
}
const flat = (width: number, height: number, background = "#ff0000") =>
  sharp({ create: { width, height, channels: 3, background } })
const isMine = (pid: string): boolean => {
  try {
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return (
      parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("decode.mjs")
    )
  } catch {
    return false
  }
}
const decoders = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isMine(name))

describe("a picture of others", () => {
  it("is decoded elsewhere: by its path or its bytes, upright, on white, within bounds", async () => {
    const path = join(folder, "a.jpg")
    await flat(3_000, 1_000).jpeg().withMetadata({ orientation: 6 }).toFile(path)
    const frame = Either.getOrThrow(await decode(path))
    expect([frame.width, frame.height]).toEqual([427, 1_280])
    expect(frame.data.length).toBe(427 * 1_280 * 3)
    const clear = await sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } }
    })
      .png()
      .toBuffer()
    expect([...Either.getOrThrow(await decode(clear)).data.subarray(0, 3)]).toEqual([255, 255, 255])
    const gray = await flat(5, 5).grayscale().png().toBuffer()
    expect(Either.getOrThrow(await decode(gray)).data.length).toBe(75)
  })

  it("is refused with its reason", { timeout: 30_000 }, async () => {
    expect(await refusal(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"))).toBe(
      "unknown-type"
    )
    expect(await refusal(Buffer.from("nothing"))).toBe("unknown-type")
    expect(await refusal(Buffer.alloc(0))).not.toBe("decoded")
    expect(await refusal(join(folder, "nowhere.jpg"))).toBe("damaged")
    const cut = (await flat(500, 500).jpeg().toBuffer()).subarray(0, 700)
    expect(await refusal(cut)).toBe("damaged")
    expect(await refusal(await flat(8_000, 7_600).png().toBuffer())).toBe("too-large")
    // A path is data: what is in it is no further question.
    expect(await refusal('a"}\n{"path":"/etc/passwd')).toBe("damaged")
  })

  it("many at once", async () => {
    const each = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        decode(
          await flat(index + 1, 9)
            .png()
            .toBuffer()
        )
      )
    )
    expect(each.map((answer) => Either.getOrThrow(answer).width)).toEqual(each.map((_, index) => index + 1))
  })
})

describe.runIf(process.platform === "linux")("the process that decodes", () => {
  it("knows nothing of ours, and is limited in memory and files", async () => {
    await decode(await flat(2, 2).png().toBuffer())
    const [pid = ""] = decoders()
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("MEDIA_SECRET")
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8")
    expect(limits).toMatch(/Max data size\s+1610612736/)
    expect(limits).toMatch(/Max file size\s+0/)
  })

  it("may die: the next picture has another one", async () => {
    const picture = await flat(2, 2).png().toBuffer()
    await decode(picture)
    const before = decoders()
    expect(before.length).toBeGreaterThan(0)
    for (const pid of before) process.kill(Number(pid), "SIGKILL")
    expect(Either.isRight(await decode(picture))).toBe(true)
  })

  it("ends with what started it", async () => {
    const short = ManagedRuntime.make(liveImageDecoder)
    const before = decoders()
    const picture = await flat(2, 2).png().toBuffer()
    await short.runPromise(Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(picture)))
    await short.dispose()
    await expect.poll(() => decoders().filter((pid) => !before.includes(pid))).toEqual([])
  })
})

describe("an answer that is none is not believed", () => {
  const ask = (...chunks: ReadonlyArray<string>) => {
    const stdout = new PassThrough()
    const answer = askDecoder({ stdin: new PassThrough(), stdout }, "a.png")
    for (const chunk of chunks) stdout.write(chunk)
    setTimeout(() => stdout.destroy(), 50)
    return answer
  }

  it.each([
    ["too wide", '{"width":1281,"height":1}\n'],
    ["no size", '{"width":1.5,"height":1}\n'],
    ["nothing", "\n"],
    ["no JSON", "hello\n"],
    ["a head without an end", "a".repeat(5_000)],
    ["too many pixels", '{"width":1,"height":1}\n12345'],
    ["too few pixels", '{"width":1,"height":1}\n12'],
    ["an end", ""]
  ])("%s", (_what, text) => expect(ask(text)).rejects.toThrow())

  it("in pieces it is", async () => {
    expect(await ask('{"width":1,', '"height":1}\n1', "2", "3")).toMatchObject({
      frame: { width: 1, height: 1 }
    })
    expect(await ask('{"error":"x"}\n')).toEqual({ error: "x" })
  })
})
