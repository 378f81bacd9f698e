import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { AUDIO_PID, PACKET, PAT_PID, PMT_PID, VIDEO_PID } from "./TransportPacket.ts"
import { type SplitterOptions, SplitterError, TransportStreamSplitter } from "./TransportStreamSplitter.ts"

interface PacketPlan {
  readonly pid: number
  readonly pts?: number
  readonly dts?: number
  readonly isKey?: boolean
  /** Told apart in the output. */
  readonly mark: number
}

const time = (marker: number, value: number): Buffer => {
  const bytes = Buffer.alloc(5)
  bytes[0] = (marker << 4) | (Math.floor(value / 2 ** 30) << 1) | 1
  bytes.writeUInt16BE(((((value >>> 15) & 0x7fff) << 1) | 1) & 0xffff, 1)
  bytes.writeUInt16BE((((value & 0x7fff) << 1) | 1) & 0xffff, 3)
  return bytes
}

const packet = ({ dts, isKey, mark, pid, pts }: PacketPlan): Buffer => {
  const data = Buffer.alloc(PACKET, mark)
  data[0] = 0x47
  data.writeUInt16BE(pid | (pts === undefined ? 0 : 0x4000), 1)
  data[3] = isKey === true ? 0x30 : 0x10
  let at = 4
  if (isKey === true) {
    data[4] = 1
    data[5] = 0x40
    at = 6
  }
  if (pts !== undefined) {
    Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, dts === undefined ? 0x80 : 0xc0, 10]).copy(data, at)
    time(3, pts).copy(data, at + 9)
    if (dts !== undefined) time(1, dts).copy(data, at + 14)
  }
  return data
}

/** Three segments of 1000 ticks, from time 5000, pictures each 250 and sound each 100, decoding delay 50. */
const stream = (from: number): Buffer => {
  const packets: Array<Buffer> = [packet({ pid: PAT_PID, mark: 1 }), packet({ pid: PMT_PID, mark: 2 })]
  for (let at = 5_000 + from * 1_000 - 500; at < 8_000; at += 50) {
    const isPicture = at % 250 === 200
    const pts = at + 50
    if (at % 100 === 0) packets.push(packet({ pid: AUDIO_PID, pts: at, mark: 3 }))
    if (!isPicture || pts >= 8_000) continue
    packets.push(packet({ pid: VIDEO_PID, pts, dts: at, isKey: pts % 500 === 0, mark: (pts / 250) & 0xff }))
    packets.push(packet({ pid: VIDEO_PID, mark: 9 }))
  }
  return Buffer.concat(packets)
}

const OPTIONS = { boundaryTicks: [5_000, 6_000, 7_000, 8_000], toleranceTicks: 100, goesOn: false }

const split = (data: Buffer, options: SplitterOptions, sizes: ReadonlyArray<number> = [data.length]) => {
  const splitter = new TransportStreamSplitter(options)
  const segments = new Map<number, Array<Buffer>>()
  let open: Array<Buffer> | undefined
  let at = 0
  for (let i = 0; at < data.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length]!)
    for (const event of splitter.push(data.subarray(at, at + size))) {
      if (event.kind === "start") segments.set(event.n, (open = []))
      else if (event.kind === "data") open!.push(Buffer.from(event.bytes))
      else open = undefined
    }
    at += size
  }
  return {
    segments: new Map([...segments].map(([n, parts]) => [n, Buffer.concat(parts)])),
    end: splitter.end()
  }
}

describe("TransportStreamSplitter", () => {
  it("begins each segment with the tables and its key frame", () => {
    const { end, segments } = split(stream(0), { ...OPTIONS, from: 0, to: 3 })
    expect([...segments.keys()]).toEqual([0, 1, 2])
    for (const [n, bytes] of segments) {
      expect(bytes.length % PACKET).toBe(0)
      expect([bytes[PACKET - 1], bytes[2 * PACKET - 1]]).toEqual([1, 2])
      expect(bytes[3 * PACKET - 1]).toBe(((5_000 + n * 1_000) / 250) & 0xff)
    }
    expect(end).toEqual({ open: 2, lastPicture: 7_750 })
  })

  it("gives the same bytes whether a run starts at a segment or arrives at it", () => {
    const whole = split(stream(0), { ...OPTIONS, from: 0, to: 3 }).segments
    const later = split(stream(1), { ...OPTIONS, from: 1, to: 3 }).segments
    expect([...later.keys()]).toEqual([1, 2])
    expect(later.get(1)!.equals(whole.get(1)!)).toBe(true)
    expect(later.get(2)!.equals(whole.get(2)!)).toBe(true)
  })

  it("ends a bounded run where the next begins, sound included", () => {
    const whole = split(stream(0), { ...OPTIONS, from: 0, to: 3 }).segments
    const copied = split(stream(0), { ...OPTIONS, from: 0, to: 2, goesOn: true })
    expect([...copied.segments.keys()]).toEqual([0, 1])
    expect(copied.segments.get(1)!.equals(whole.get(1)!)).toBe(true)
    expect(copied.end.open).toBeUndefined()
  })

  it("does not care how the bytes come in", () => {
    const data = stream(0)
    const expected = split(data, { ...OPTIONS, from: 0, to: 3 }).segments
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const found = split(data, { ...OPTIONS, from: 0, to: 3 }, sizes).segments
        expect([...found.keys()]).toEqual([...expected.keys()])
        for (const [n, bytes] of found) expect(bytes.equals(expected.get(n)!)).toBe(true)
      })
    )
  })

  it("says so when the stream is none, or lacks a key frame", () => {
    const splitter = new TransportStreamSplitter({ ...OPTIONS, from: 0, to: 3 })
    expect(() => splitter.push(Buffer.alloc(PACKET))).toThrow(SplitterError)
    const late = {
      ...OPTIONS,
      boundaryTicks: [5_000, 5_900, 6_000, 8_000],
      toleranceTicks: 50,
      from: 0,
      to: 3
    }
    expect(() => split(stream(0), late)).toThrow(/no key frame where segment 1/)
  })
})
