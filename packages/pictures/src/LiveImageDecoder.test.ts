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
import { madeCanon, madeSigma } from "./testing/MadeBoxes.ts"
import { madeRaw } from "./testing/MadeRaw.ts"

const folder = mkdtempSync(join(tmpdir(), "decoder-"))
// A busy machine may need minutes to start a decoder.
vi.setConfig({ testTimeout: 300_000 })
vi.stubEnv("MEDIA_SECRET", "not for decoders")
const runtime = ManagedRuntime.make(liveImageDecoder)
afterAll(async () => {
  vi.unstubAllEnvs()
  await runtime.dispose()
  rmSync(folder, { recursive: true })
})

const decode = (input: Buffer | string) =>
  runtime.runPromise(Effect.either(Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(input))))
const facts = (input: Buffer | string) =>
  runtime.runPromise(Effect.either(Effect.flatMap(ImageDecoder, (decoder) => decoder.facts(input))))
const refusal = async (input: Buffer | string) => {
  const answer = await decode(input)
  if (Either.isRight(answer)) return "decoded"
  return answer.left._tag === "DecoderBusy" ? "busy" : answer.left.code
}
const flat = (width: number, height: number, background = "#ff0000") =>
  sharp({ create: { width, height, channels: 3, background } })
/** Adds an EXIF directory with this time to a TIFF file, after its pixels. */
const withTime = (tiff: Buffer, time: string): Buffer => {
  const from = tiff.readUInt32LE(4)
  const count = tiff.readUInt16LE(from)
  const entries = Array.from({ length: count }, (_, n) =>
    tiff.subarray(from + 2 + n * 12, from + 14 + n * 12)
  )
  const entry = (tag: number, type: number, length: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag, 0)
    bytes.writeUInt16LE(type, 2)
    bytes.writeUInt32LE(length, 4)
    bytes.writeUInt32LE(value, 8)
    return bytes
  }
  const directory = (all: ReadonlyArray<Buffer>) => {
    const length = Buffer.alloc(2)
    length.writeUInt16LE(all.length)
    return Buffer.concat([length, ...all, Buffer.alloc(4)])
  }
  const at = tiff.length
  const exif = at + 2 + (count + 1) * 12 + 4
  const first = [...entries, entry(0x8769, 4, 1, exif)].sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0))
  const text = Buffer.from(`${time}\0`, "latin1")
  const result = Buffer.concat([
    ...[tiff, directory(first), directory([entry(0x9003, 2, text.length, exif + 18)]), text]
  ])
  result.writeUInt32LE(at, 4)
  return result
}
const isOwn = (pid: string): boolean => {
  try {
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return (
      parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("decode.mjs")
    )
  } catch {
    return false
  }
}
const decoders = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOwn(name))

describe("an untrusted picture", () => {
  it("decodes a picture upright, on a white background and within the maximum size", async () => {
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

  it("decodes a long strip with the requested width, regardless of its height", async () => {
    const strip = await flat(80, 6_000).png().toBuffer()
    const decoded = Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(strip, { widest: 60 }))
    const { height, width } = await runtime.runPromise(decoded)
    expect([width, height]).toEqual([60, 4_500])
  })

  it("rejects an unusable picture with a reason", async () => {
    expect(await refusal(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"))).toBe(
      "unknown-type"
    )
    expect(await refusal(Buffer.from("nothing"))).toBe("unknown-type")
    expect(await refusal(Buffer.alloc(0))).not.toBe("decoded")
    expect(await refusal(join(folder, "nowhere.jpg"))).toBe("damaged")
    const cut = (await flat(500, 500).jpeg().toBuffer()).subarray(0, 700)
    expect(await refusal(cut)).toBe("damaged")
    // These pictures are too large to decode as a whole, but not too large to decode line by line.
    expect(await refusal(await flat(8_000, 7_600).png({ progressive: true }).toBuffer())).toBe("too-large")
    expect(await refusal(await flat(8_000, 7_600).png().toBuffer())).toBe("decoded")
    expect(await refusal(await flat(8_000, 7_600).jpeg({ progressive: true }).toBuffer())).toBe("too-large")
    expect(await refusal(await flat(8_000, 7_600).jpeg().toBuffer())).toBe("decoded")
    // A path is data and cannot inject another request.
    expect(await refusal('a"}\n{"path":"/etc/passwd')).toBe("damaged")
  })

  it("decodes a truncated picture as far as possible if the request is tolerant", async () => {
    const noise = sharp({
      create: { width: 600, height: 400, channels: 3, background: "#ff0000" }
    })
    for (const whole of [
      await noise.jpeg().toBuffer(),
      await noise.png({ compressionLevel: 0 }).toBuffer()
    ]) {
      const cut = whole.subarray(0, Math.floor(whole.length * 0.6))
      expect(await refusal(cut)).toBe("damaged")
      const frame = await runtime.runPromise(
        Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(cut, { longest: 600, isTolerant: true }))
      )
      expect([frame.isIncomplete, frame.width, frame.height]).toEqual([true, 600, 400])
      expect(frame.data[0]).toBeGreaterThan(240)
      const intact = await runtime.runPromise(
        Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(whole, { longest: 600, isTolerant: true }))
      )
      expect(intact.isIncomplete).toBeUndefined()
    }
  })

  it("names the format in the reason if the server does not decode it", async () => {
    const reason = async (head: string) => {
      const answer = await decode(Buffer.from(head.padEnd(64, "\0"), "latin1"))
      return Either.isLeft(answer) ? answer.left.reason : "decoded"
    }
    const cannot = (format: string) => `This server does not decode ${format} pictures.`
    expect(await reason("FUJIFILMCCD-RAW 0201")).toBe(cannot("Camera raw"))
    expect(await reason("\0\0\0\x18ftypcrx \0\0\0\x01")).toBe(
      "The camera raw photo contains no usable preview."
    )
    expect(await reason("BM")).toBe(cannot("BMP"))
    expect(await reason("<svg xmlns='http://www.w3.org/2000/svg'/>")).toBe(
      "This server does not decode SVG pictures, because an SVG file can contain scripts."
    )
    expect(await reason("\xff\x4f\xff\x51\0\x2f")).toBe(cannot("JPEG 2000"))
    expect(await reason("II*\0\x08\0\0\0\xff\xff")).toBe(
      "The TIFF file is damaged, or uses a compression that this server does not support."
    )
  })

  it("decodes JPEG XL", async () => {
    // 48 x 32 pixels, red and blue, created by libjxl 0.10.
    const jxl = Buffer.from("/woHwUoICBAAkABLGIsVABzyP8YY4+dfQAQAaCUjD39Com1AQSgj0IoXyElUxhI=", "base64")
    const { data, height, width } = Either.getOrThrow(await decode(jxl))
    expect([width, height]).toEqual([48, 32])
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0])
    expect([...data.subarray(-3)]).toEqual([0, 0, 255])
    expect(Either.getOrThrow(await facts(jxl))).toMatchObject({ format: "jxl", width: 48, height: 32 })
    expect(await refusal(jxl.subarray(0, 20))).toBe("damaged")
    expect(await refusal(Buffer.concat([jxl.subarray(0, 30), Buffer.alloc(99, 0xa5)]))).not.toBe(
      "unknown-type"
    )
  })

  it("rejects a damaged HEIC picture", async () => {
    const head = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x40meta", "latin1")
    expect(await refusal(Buffer.concat([head, Buffer.alloc(200)]))).toBe("damaged")
  })

  it("decodes the preview of a raw photo and applies the orientation of the photo", async () => {
    const jpeg = await flat(120, 80, "#00ff00").jpeg().toBuffer()
    const frame = Either.getOrThrow(await decode(madeRaw([jpeg], { orientation: 6 })))
    expect([frame.width, frame.height]).toEqual([80, 120])
    expect(frame.data[1]).toBeGreaterThan(240)
    const told = Either.getOrThrow(await facts(madeRaw([jpeg], { orientation: 6 })))
    expect(told).toMatchObject({ format: "raw", width: 3_000, height: 4_000 })
    expect(await refusal(madeRaw([]))).toBe("unknown-type")
  })

  it("decodes the previews of CR3 and X3F", async () => {
    const jpeg = await flat(120, 80).jpeg().toBuffer()
    const canon = madeCanon(jpeg, jpeg, { orientation: 6, iso: 400 })
    for (const photo of [canon, madeSigma([jpeg], { rotation: 90 })]) {
      const frame = Either.getOrThrow(await decode(photo))
      expect([frame.width, frame.height]).toEqual([80, 120])
      expect(Either.getOrThrow(await facts(photo))).toMatchObject({ format: "raw", width: 80, height: 120 })
    }
    expect(Either.getOrThrow(await facts(canon)).iso).toBe(400)
  })

  it("converts colors from the embedded profile to sRGB", async () => {
    const { data } = await flat(8, 8, "#ff0000")
      .withIccProfile("p3")
      .png()
      .toBuffer({ resolveWithObject: true })
    // The red of sRGB is less saturated than the red of P3, so the stored value is lower than 255.
    const stored = await sharp(data, { ignoreIcc: true } as never)
      .raw()
      .toBuffer()
    expect(stored[0]).toBeLessThan(240)
    expect(Either.getOrThrow(await decode(data)).data[0]).toBeGreaterThan(250)
  })

  it("decodes many pictures concurrently", async () => {
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

describe("a file's metadata", () => {
  const nothing = { takenAt: null, camera: null, lens: null, iso: null, latitude: null, longitude: null }

  it("reads the metadata of a photo", async () => {
    const photo = await flat(300, 200)
      .jpeg()
      .withExif({
        IFD0: { Make: "Canon\t", Model: "Canon EOS 5D", Orientation: "6" },
        IFD2: {
          DateTimeOriginal: "2024:05:31 12:30:05",
          ExposureTime: "1/250",
          FNumber: "28/10",
          ISOSpeedRatings: "400",
          FocalLength: "35/1",
          LensModel: "EF 35mm"
        },
        IFD3: {
          GPSLatitudeRef: "S",
          GPSLatitude: "33/1 30/1 0/1",
          GPSLongitudeRef: "E",
          GPSLongitude: "151/1 15/1 0/1"
        }
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(Either.getOrThrow(await facts(photo))).toEqual({
      format: "jpeg",
      width: 200,
      height: 300,
      frames: 1,
      takenAt: "2024-05-31T12:30:05",
      camera: "Canon EOS 5D",
      lens: "EF 35mm",
      exposureSeconds: 0.004,
      aperture: 2.8,
      iso: 400,
      focalLength: 35,
      latitude: -33.5,
      longitude: 151.25
    })
  })

  it.each([
    ["padded with blanks", "2022:03:31 11:31:56  "],
    ["padded with a NUL", "2022:03:31 11:31:56\0"],
    ["written with dashes", "2022-03-31 11:31:56"],
    ["written without leading zeros", "2022: 3:31 11:31:56"]
  ])("reads the time from EXIF if it is %s", async (_how, time) => {
    const exif = { IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: "+02:00" } }
    const told = { takenAt: "2022-03-31T11:31:56", takenOffset: 120 }
    expect(Either.getOrThrow(await facts(await flat(9, 5).jpeg().withExif(exif).toBuffer()))).toMatchObject(
      told
    )
    expect(Either.getOrThrow(await facts(withTime(await flat(9, 5).tiff().toBuffer(), time)))).toMatchObject({
      takenAt: told.takenAt
    })
  })

  it("reads the time from XMP if EXIF has no time", async () => {
    const xmp = (inner: string, attributes = "") =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`
    const timeOf = async (text: string) => {
      const { takenAt, takenOffset } = Either.getOrThrow(
        await facts(await flat(9, 5).jpeg().withXmp(text).toBuffer())
      )
      return [takenAt, takenOffset]
    }
    const created = `xmp:CreateDate="2001-01-01T01:01:01Z"`
    expect(await timeOf(xmp("", created))).toEqual(["2001-01-01T01:01:01", 0])
    expect(await timeOf(xmp("<photoshop:DateCreated>2002-02-02</photoshop:DateCreated>", created))).toEqual([
      "2002-02-02T00:00:00",
      undefined
    ])
    expect(
      await timeOf(
        xmp("<exif:DateTimeOriginal>2003-03-03T03:03:03.50-05:30</exif:DateTimeOriginal>", created)
      )
    ).toEqual(["2003-03-03T03:03:03", -330])
    expect(await timeOf(xmp("", `xmp:CreateDate="soon"`))).toEqual([null, undefined])
  })

  it("reads a picture even if its metadata is missing or damaged", async () => {
    const plain = await flat(9, 5).png().toBuffer()
    expect(Either.getOrThrow(await facts(plain))).toMatchObject({ format: "png", width: 9, ...nothing })
    const photo = await flat(9, 5)
      .jpeg()
      .withExif({ IFD0: { Make: "Someone" } })
      .toBuffer()
    const at = photo.indexOf("Exif") + 6
    const broken = Buffer.from(photo)
    broken.fill(0xff, at + 4, at + 40)
    expect(Either.getOrThrow(await facts(broken))).toMatchObject({ format: "jpeg", width: 9, ...nothing })
    expect(Either.isLeft(await facts(Buffer.from("nothing")))).toBe(true)
  })

  it("counts the frames of an animation", async () => {
    const frame = (background: string) => flat(4, 4, background).png().toBuffer()
    const moving = await sharp([await frame("#ff0000"), await frame("#0000ff")], { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(Either.getOrThrow(await facts(moving))).toMatchObject({ width: 4, height: 4, frames: 2 })
    expect([...Either.getOrThrow(await decode(moving)).data.subarray(0, 3)]).toEqual([255, 0, 0])
  })
})

describe.runIf(process.platform === "linux")("the decoder process", () => {
  it("inherits no secrets, has limited memory and cannot write files", async () => {
    await decode(await flat(2, 2).png().toBuffer())
    const [pid = ""] = decoders()
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("MEDIA_SECRET")
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8")
    expect(limits).toMatch(/Max data size\s+1610612736/)
    expect(limits).toMatch(/Max file size\s+0/)
  })

  it("is replaced with a new process after a crash", async () => {
    const picture = await flat(2, 2).png().toBuffer()
    await decode(picture)
    const before = decoders()
    expect(before.length).toBeGreaterThan(0)
    for (const pid of before) process.kill(Number(pid), "SIGKILL")
    expect(Either.isRight(await decode(picture))).toBe(true)
  })

  it("exits when the decoder layer is disposed", async () => {
    const short = ManagedRuntime.make(liveImageDecoder)
    const before = decoders()
    const picture = await flat(2, 2).png().toBuffer()
    await short.runPromise(Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(picture)))
    await short.dispose()
    await expect.poll(() => decoders().filter((pid) => !before.includes(pid))).toEqual([])
  })
})

describe("askDecoder", () => {
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
  ])("rejects a response with %s", (_what, text) => expect(ask(text)).rejects.toThrow())

  it("accepts a response in chunks", async () => {
    expect(await ask('{"width":1,', '"height":1}\n1', "2", "3")).toMatchObject({
      frame: { width: 1, height: 1 }
    })
    expect(await ask('{"error":"x","head":"Qk0="}\n')).toEqual({ error: "x", head: Buffer.from("BM") })
  })
})
