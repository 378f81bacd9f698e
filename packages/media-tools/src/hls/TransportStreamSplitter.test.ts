import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { AUDIO_PID, PACKET, PAT_PID, pidOf, PMT_PID, startsPes, VIDEO_PID } from "./TransportPacket.ts"
import { partOffsets } from "./SegmentParts.ts"
import {
  type SplitEvent,
  type SplitterOptions,
  SplitterError,
  TransportStreamSplitter
} from "./TransportStreamSplitter.ts"

interface PacketPlan {
  readonly pid: number
  readonly pts?: number
  readonly dts?: number
  readonly isKey?: boolean
  /** A byte that identifies the packet in the output. */
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

interface StreamPlan {
  readonly from?: number
  /** Delay of the audio in ticks, compared with its position in decoding order. */
  readonly audioDelay?: number
  readonly audioEnds?: number
}

/**
 * Creates a stream with three segments of 1000 ticks from time 5000. There is a frame every 250 ticks and audio every
 * 100 ticks, with a decoding delay of 50.
 */
const stream = ({ from = 0, audioDelay = 0, audioEnds = Infinity }: StreamPlan = {}): Buffer => {
  const packets: Array<Buffer> = [packet({ pid: PAT_PID, mark: 1 }), packet({ pid: PMT_PID, mark: 2 })]
  for (let at = 5_000 + from * 1_000 - 500; at < 8_000 + audioDelay; at += 50) {
    const isFrame = at % 250 === 200
    const pts = at + 50
    const audio = at - audioDelay
    if (audio % 100 === 0 && audio < Math.min(8_000, audioEnds))
      packets.push(packet({ pid: AUDIO_PID, pts: audio, mark: 128 + audio / 100 }))
    if (!isFrame || pts >= 8_000) continue
    packets.push(packet({ pid: VIDEO_PID, pts, dts: at, isKey: pts % 500 === 0, mark: (pts / 250) & 0xff }))
    packets.push(packet({ pid: VIDEO_PID, mark: 9 }))
  }
  return Buffer.concat(packets)
}

const OPTIONS = { boundaryTicks: [5_000, 6_000, 7_000, 8_000], toleranceTicks: 100 }

interface Read {
  readonly pid: number
  readonly isStart: boolean
  readonly payload: number
  readonly mark: number
}

const readPackets = (segment: Buffer): ReadonlyArray<Read> =>
  Array.from({ length: segment.length / PACKET }, (_, i) => {
    const at = segment.subarray(i * PACKET, (i + 1) * PACKET)
    return {
      pid: pidOf(at, 0),
      isStart: startsPes(at, 0),
      payload: PACKET - 4 - ((at[3]! & 0x20) === 0 ? 0 : 1 + at[4]!),
      mark: at[PACKET - 1]!
    }
  })

const startsOf = (segment: Buffer, pid: number): ReadonlyArray<number> =>
  readPackets(segment)
    .filter((read) => read.pid === pid && read.isStart)
    .map(({ mark }) => mark)

/** Returns the times of the audio in a segment. */
const audioOf = (segment: Buffer): ReadonlyArray<number> =>
  startsOf(segment, AUDIO_PID).map((mark) => (mark - 128) * 100)

const framesOf = (segment: Buffer): ReadonlyArray<number> => startsOf(segment, VIDEO_PID)

const payloadOf = (segment: Buffer, pid: number): number =>
  readPackets(segment)
    .filter((read) => read.pid === pid)
    .reduce((sum, { payload }) => sum + payload, 0)

const hundreds = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: (to - from) / 100 }, (_, i) => from + i * 100)

const split = (
  data: Buffer,
  options: Omit<SplitterOptions, "isFromZero">,
  sizes: ReadonlyArray<number> = [data.length]
) => {
  const splitter = new TransportStreamSplitter({ ...options, isFromZero: options.from === 0 })
  const segments = new Map<number, Array<Buffer>>()
  let open: Array<Buffer> | undefined
  let at = 0
  const apply = (event: SplitEvent) => {
    if (event.kind === "start") segments.set(event.n, (open = []))
    else if (event.kind === "data") open!.push(Buffer.from(event.bytes))
    else open = undefined
  }
  for (let i = 0; at < data.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length]!)
    for (const event of splitter.push(data.subarray(at, at + size))) apply(event)
    at += size
  }
  const { events, lastFrame } = splitter.end()
  for (const event of events) apply(event)
  return {
    segments: new Map([...segments].map(([n, parts]) => [n, Buffer.concat(parts)])),
    isOpen: open !== undefined,
    lastFrame
  }
}

describe("TransportStreamSplitter", () => {
  it("begins each segment with the tables and a key frame", () => {
    const { isOpen, lastFrame, segments } = split(stream(), { ...OPTIONS, from: 0, to: 3 })
    expect([...segments.keys()]).toEqual([0, 1, 2])
    for (const [n, bytes] of segments) {
      expect(bytes.length % PACKET).toBe(0)
      expect([bytes[PACKET - 1], bytes[2 * PACKET - 1]]).toEqual([1, 2])
      expect(framesOf(bytes)[0]).toBe(((5_000 + n * 1_000) / 250) & 0xff)
    }
    expect({ isOpen, lastFrame }).toEqual({ isOpen: true, lastFrame: 7_750 })
  })

  it("begins each segment only once even if the stream repeats its tables", () => {
    const plain = stream()
    const repeated = Array.from({ length: plain.length / PACKET }, (_, i) => [
      plain.subarray(0, 2 * PACKET),
      plain.subarray(i * PACKET, (i + 1) * PACKET)
    ])
    const { segments } = split(Buffer.concat(repeated.flat()), { ...OPTIONS, from: 0, to: 3 })
    const whole = Buffer.concat([...segments.values()])
    const lengths = [...segments.values()].map((bytes) => bytes.length)
    expect(partOffsets(whole)).toEqual([0, lengths[0]!, lengths[0]! + lengths[1]!])
    expect(
      whole.equals(Buffer.concat([...split(plain, { ...OPTIONS, from: 0, to: 3 }).segments.values()]))
    ).toBe(true)
  })

  it.each([0, 50, 200, 700])(
    "assigns audio to segments by its time, regardless of where a run starts (audio delayed by %i)",
    (audioDelay) => {
      const whole = split(stream({ audioDelay }), { ...OPTIONS, from: 0, to: 3 }).segments
      const later = split(stream({ from: 1, audioDelay }), { ...OPTIONS, from: 1, to: 3 }).segments
      expect(audioOf(whole.get(0)!).filter((at) => at >= 5_000)).toEqual(hundreds(5_000, 6_000))
      expect(audioOf(whole.get(1)!)).toEqual(hundreds(6_000, 7_000))
      expect(audioOf(whole.get(2)!)).toEqual(hundreds(7_000, 8_000))
      expect([...later.keys()]).toEqual([1, 2])
      expect(later.get(1)!.equals(whole.get(1)!)).toBe(true)
      expect(later.get(2)!.equals(whole.get(2)!)).toBe(true)
    }
  )

  it.each([0, 700])("ends a bounded run where the next run begins (audio delayed by %i)", (audioDelay) => {
    const whole = split(stream({ audioDelay }), { ...OPTIONS, from: 0, to: 3 }).segments
    const copied = split(stream({ audioDelay }), { ...OPTIONS, from: 0, to: 2 })
    expect([...copied.segments.keys()]).toEqual([0, 1])
    expect(copied.segments.get(1)!.equals(whole.get(1)!)).toBe(true)
    expect(copied.isOpen).toBe(false)
  })

  it("does not wait for audio that has already ended", () => {
    const { segments } = split(stream({ audioEnds: 5_700 }), { ...OPTIONS, from: 0, to: 3 })
    expect([...segments].map(([, bytes]) => audioOf(bytes).length)).toEqual([12, 0, 0])
    // Each segment contains four frames of two packets each, with 184 bytes in each packet. Two of these packets lose
    // two bytes to an adaptation field: 8 * 184 - 4 = 1,468.
    expect([...segments].map(([, bytes]) => payloadOf(bytes, VIDEO_PID))).toEqual([1_468, 1_468, 1_468])
  })

  it("returns identical segments for chunks of any size", () => {
    const data = stream()
    const expected = split(data, { ...OPTIONS, from: 0, to: 3 }).segments
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const found = split(data, { ...OPTIONS, from: 0, to: 3 }, sizes).segments
        expect([...found.keys()]).toEqual([...expected.keys()])
        for (const [n, bytes] of found) expect(bytes.equals(expected.get(n)!)).toBe(true)
      })
    )
  })

  it("reports input that is not a stream or lacks a key frame", () => {
    const splitter = new TransportStreamSplitter({ ...OPTIONS, isFromZero: true, from: 0, to: 3 })
    expect(() => splitter.push(Buffer.alloc(PACKET))).toThrow(SplitterError)
    const late = {
      ...OPTIONS,
      boundaryTicks: [5_000, 5_900, 6_000, 8_000],
      toleranceTicks: 50,
      from: 0,
      to: 3
    }
    expect(() => split(stream(), late)).toThrow(/no key frame where segment 1/)
  })
})
