/** A white rectangle, the time span in which it is shown, and its position and size in pixels of the canvas. */
export interface Shown {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Canvas {
  readonly width: number
  readonly height: number
}

const u16 = (value: number): ReadonlyArray<number> => [(value >> 8) & 0xff, value & 0xff]

const segment = (seconds: number, type: number, data: ReadonlyArray<number>): Buffer => {
  const header = Buffer.alloc(13)
  header.write("PG", "latin1")
  header.writeUInt32BE(Math.round(seconds * 90_000), 2)
  header.writeUInt8(type, 10)
  header.writeUInt16BE(data.length, 11)
  return Buffer.concat([header, Buffer.from(data)])
}

/**
 * Builds a composition segment that starts a new epoch with one object. Without an object, the segment clears the
 * canvas.
 */
const composition = (canvas: Canvas, number: number, shown: Shown | undefined): ReadonlyArray<number> => [
  ...u16(canvas.width),
  ...u16(canvas.height),
  ...[0x10, ...u16(number), shown === undefined ? 0x00 : 0x80, 0, 0, shown === undefined ? 0 : 1],
  ...(shown === undefined ? [] : [0, 0, 0, 0, ...u16(shown.x), ...u16(shown.y)])
]

const windowOf = ({ height, width, x, y }: Shown): ReadonlyArray<number> => [
  ...[1, 0, ...u16(x), ...u16(y)],
  ...u16(width),
  ...u16(height)
]

/** Defines color 1 as opaque white: Y, Cr, Cb, alpha. */
const PALETTE = [0, 0, 1, 235, 128, 128, 255]

const objectOf = ({ height, width }: Shown): ReadonlyArray<number> => {
  const line = [0, 0xc0 | (width >> 8), width & 0xff, 1, 0, 0]
  const data = [...u16(width), ...u16(height), ...Array.from({ length: height }, () => line).flat()]
  return [0, 0, 0, 0xc0, (data.length >> 16) & 0xff, ...u16(data.length), ...data]
}

/**
 * Creates subtitles as on a disc (PGS, `.sup`) that show one rectangle after another. ffmpeg cannot encode this format,
 * which is described in US patent 2009/0185789. Widths must be at least 64 pixels.
 */
export const discSubtitles = (canvas: Canvas, shown: ReadonlyArray<Shown>): Buffer =>
  Buffer.concat([
    // Begins with an empty canvas. Without it, ffmpeg would count times from the first subtitle.
    segment(0, 0x16, composition(canvas, 0, undefined)),
    segment(0, 0x80, []),
    ...shown.flatMap((one, i) => [
      segment(one.fromSeconds, 0x16, composition(canvas, 2 * i + 1, one)),
      segment(one.fromSeconds, 0x17, windowOf(one)),
      segment(one.fromSeconds, 0x14, PALETTE),
      segment(one.fromSeconds, 0x15, objectOf(one)),
      segment(one.fromSeconds, 0x80, []),
      segment(one.toSeconds, 0x16, composition(canvas, 2 * i + 2, undefined)),
      segment(one.toSeconds, 0x17, windowOf(one)),
      segment(one.toSeconds, 0x80, [])
    ])
  ])
