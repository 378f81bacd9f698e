import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { crc32 } from "node:zlib"
import type { Sharp } from "sharp"
import { afterAll, describe, expect, it } from "vitest"
import { ImageDecoder } from "./ImageDecoder.ts"
import { liveImageDecoder } from "./LiveImageDecoder.ts"
import { pictureOfImage } from "./MakePicture.ts"
import { sharp } from "./Sharp.ts"
import { animatedPng } from "./testing/AnimatedPng.ts"

const runtime = ManagedRuntime.make(liveImageDecoder)
afterAll(() => runtime.dispose())

type Color = readonly [number, number, number]
/** Colors that every gamut contains, so that converting to a gamut and back does not change the colors. */
const colors = {
  red: [200, 60, 50],
  green: [70, 160, 80],
  blue: [60, 80, 170],
  gray: [128, 128, 128]
} as const satisfies Record<string, Color>
const { blue, gray, green, red } = colors

const SIDE = 32
/** Returns a picture of four squares, in two rows. */
const squares = (...of: readonly [Color, Color, Color, Color]): Sharp => {
  const data = Buffer.alloc(4 * SIDE * SIDE * 3)
  for (let at = 0; at < 4 * SIDE * SIDE; at++) {
    const [x, y] = [at % (2 * SIDE), Math.floor(at / (2 * SIDE))]
    data.set(of[(y < SIDE ? 0 : 2) + (x < SIDE ? 0 : 1)]!, at * 3)
  }
  return sharp(data, { raw: { width: 2 * SIDE, height: 2 * SIDE, channels: 3 } })
}
const plain = () => squares(red, green, blue, gray)

/** Returns the colors in the middles of the four squares, after the picture was decoded and stored as WebP. */
const shown = async (input: Buffer): Promise<ReadonlyArray<Color>> => {
  const { sizes } = await runtime.runPromise(pictureOfImage(input))
  const { data, info } = await sharp(sizes.at(-1)!.bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Color => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return [data[from]!, data[from + 1]!, data[from + 2]!]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}
/** Returns the largest difference from the expected values, which are 0 to 255. */
const distance = (found: ReadonlyArray<Color>, ...wanted: ReadonlyArray<Color>): number =>
  Math.max(
    ...found.flatMap((color, index) =>
      color.map((value, channel) => Math.abs(value - wanted[index]![channel]!))
    )
  )
const all = [red, green, blue, gray]

describe("color conversion", () => {
  it.each([
    ["JPEG", () => plain().jpeg({ quality: 95 })],
    ["JPEG of Display P3", () => plain().withIccProfile("p3").jpeg({ quality: 95 })],
    ["PNG of Display P3 and 16 bits", () => plain().toColorspace("rgb16").withIccProfile("p3").png()],
    ["WebP of Display P3", () => plain().withIccProfile("p3").webp({ quality: 95 })],
    ["AVIF of Display P3", () => plain().withIccProfile("p3").avif({ quality: 90 })],
    ["TIFF of Display P3 and 16 bits", () => plain().toColorspace("rgb16").withIccProfile("p3").tiff()],
    ["PNG of 16 bits", () => plain().toColorspace("rgb16").png()],
    ["PNG with a palette", () => plain().png({ palette: true })],
    ["TIFF of 16 bits", () => plain().toColorspace("rgb16").tiff({ compression: "deflate" })],
    ["opaque with an alpha channel", () => plain().ensureAlpha().png()]
  ])("converts the colors to sRGB: %s", async (_, made) => {
    expect(distance(await shown(await made().toBuffer()), ...all)).toBeLessThanOrEqual(8)
  })

  it("converts an AVIF that declares Display P3 by color codes instead of a profile", async () => {
    const avif = await plain().withIccProfile("p3").avif({ quality: 90 }).toBuffer()
    const at = avif.indexOf("rICC")
    // Replace the profile with color codes: first sRGB, which is wrong for these pixels, then Display P3. The remaining
    // bytes of the profile follow the codes.
    avif.write("nclx", at, "latin1")
    avif.set([0, 1, 0, 13, 0, 6, 0x80], at + 4)
    expect(distance(await shown(avif), ...all)).toBeGreaterThan(10)
    avif.set([0, 12], at + 4)
    expect(distance(await shown(avif), ...all)).toBeLessThanOrEqual(8)
  })

  it("converts CMYK with a profile to roughly the original muted colors", async () => {
    const muted = [[170, 110, 100], [110, 150, 110], [110, 120, 150], gray] as const
    const cmyk = await squares(...muted)
      .toColorspace("cmyk")
      .withIccProfile("cmyk")
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: "cmyk", hasProfile: true })
    expect(distance(await shown(cmyk), ...muted)).toBeLessThanOrEqual(20)
  })

  it("converts grayscale pictures with 8 or 16 bits or an alpha channel", async () => {
    const grays = squares([20, 20, 20], [90, 90, 90], [160, 160, 160], [240, 240, 240])
    const wanted = [20, 90, 160, 240].map((value): Color => [value, value, value])
    for (const made of [
      grays.clone().grayscale().jpeg({ quality: 95 }),
      grays.clone().grayscale().png(),
      grays.clone().toColorspace("grey16").png(),
      grays.clone().grayscale().ensureAlpha().png()
    ])
      expect(distance(await shown(await made.toBuffer()), ...wanted)).toBeLessThanOrEqual(6)
  })

  it("shows transparent parts on white", async () => {
    for (const [alpha, wanted] of [
      [0, 255],
      [0.5, 128],
      [1, 0]
    ] as const) {
      const made = sharp({
        create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha } }
      })
      const is: Color = [wanted, wanted, wanted]
      for (const input of [await made.clone().png().toBuffer(), await made.clone().webp().toBuffer()])
        expect(distance(await shown(input), is, is, is, is)).toBeLessThanOrEqual(4)
    }
  })
})

/** For each EXIF orientation, the order of the squares in the file that results in red, green, blue, gray after rotation. */
const stored: ReadonlyArray<readonly [number, readonly [Color, Color, Color, Color]]> = [
  [1, [red, green, blue, gray]],
  [2, [green, red, gray, blue]],
  [3, [gray, blue, green, red]],
  [4, [blue, gray, red, green]],
  [5, [red, blue, green, gray]],
  [6, [green, gray, red, blue]],
  [7, [gray, green, blue, red]],
  [8, [blue, red, gray, green]]
]

it("rejects pictures that libvips would decode into more than 400 MB of memory", async () => {
  const decoded = (input: Buffer) =>
    runtime.runPromise(Effect.either(Effect.flatMap(ImageDecoder, ({ decode }) => decode(input))))
  const png = await plain().png({ progressive: true }).toBuffer()
  expect(Either.isRight(await decoded(png))).toBe(true)
  png.writeUInt32BE(7_700, 16)
  png.writeUInt32BE(7_700, 20)
  // Sets a bit depth of 16 and a color type with alpha.
  png.set([16, 6], 24)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  expect(await decoded(png)).toMatchObject({ left: { code: "too-large" } })
  const avif = await plain().avif().toBuffer()
  expect(Either.isRight(await decoded(avif))).toBe(true)
  const size = avif.indexOf("ispe") + 8
  avif.writeUInt32BE(6_000, size)
  avif.writeUInt32BE(6_000, size + 4)
  expect(await decoded(avif)).toMatchObject({ left: { code: "too-large" } })
})

it.each(stored)("rotates orientation %i upright", async (orientation, of) => {
  const input = await squares(...of)
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(distance(await shown(input), ...all)).toBeLessThanOrEqual(8)
})

describe("animations", () => {
  const frames = () =>
    Promise.all([plain(), squares(gray, blue, green, red)].map((each) => each.png().toBuffer()))
  const joined = async () => sharp([...(await frames())], { join: { animated: true } })
  const counted = async (input: Buffer) => {
    const decoder = Effect.flatMap(ImageDecoder, ({ facts }) => facts(input))
    return (await runtime.runPromise(decoder)).frames
  }

  it.each([
    ["GIF", async () => (await joined()).gif().toBuffer()],
    ["WebP", async () => (await joined()).webp({ quality: 95 }).toBuffer()],
    ["PNG", async () => animatedPng(await frames())]
  ])("shows the first frame of an animation and counts the frames: %s", async (_, made) => {
    const input = await made()
    expect(distance(await shown(input), ...all)).toBeLessThanOrEqual(8)
    expect(await counted(input)).toBe(2)
  })

  it("does not crash on an animated PNG with a damaged frame count", async () => {
    const whole = animatedPng(await frames())
    const at = whole.indexOf("acTL")
    whole.writeUInt32BE(2 ** 32 - 1, at - 4)
    expect(await counted(await plain().png().toBuffer())).toBe(1)
    await runtime.runPromise(Effect.either(Effect.flatMap(ImageDecoder, ({ facts }) => facts(whole))))
  })
})
