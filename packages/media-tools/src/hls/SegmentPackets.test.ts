import { counterJumps } from "@media/testkit/media/ReadBack"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { SegmentPackets } from "./SegmentPackets.ts"
import { AUDIO_PID, PACKET, PAT_PID, pidOf, PMT_PID, startsPes, SYNC, VIDEO_PID } from "./TransportPacket.ts"

interface Plan {
  readonly pid: number
  readonly payload: number
  readonly isStart: boolean
  readonly hasClock: boolean
}

/** Creates a packet whose payload counts up, so that a lost, repeated or replaced byte is detected. */
const packetOf = ({ hasClock, isStart, payload, pid }: Plan, first: number): Buffer => {
  const packet = Buffer.alloc(PACKET, 0xff)
  const adaptation = PACKET - 4 - payload
  packet[0] = SYNC
  packet.writeUInt16BE(pid | (isStart ? 0x4000 : 0), 1)
  packet[3] = (payload > 0 ? 0x10 : 0) | (adaptation > 0 ? 0x20 : 0) | 7
  if (adaptation > 0) packet[4] = adaptation - 1
  if (adaptation > 1) packet[5] = hasClock && adaptation > 7 ? 0x50 : 0
  for (let i = 0; i < payload; i++) packet[4 + adaptation + i] = (first + i) & 0xff
  if (isStart && payload > 9) packet[4 + adaptation + 8] = Math.min(10, payload - 9)
  return packet
}

const packetsOf = (bytes: Buffer): ReadonlyArray<Buffer> =>
  Array.from({ length: bytes.length / PACKET }, (_, i) => bytes.subarray(i * PACKET, (i + 1) * PACKET))

const payloadOf = (packet: Buffer): Buffer =>
  (packet[3]! & 0x10) === 0
    ? Buffer.alloc(0)
    : packet.subarray(4 + ((packet[3]! & 0x20) === 0 ? 0 : 1 + packet[4]!))

const through = (packets: ReadonlyArray<Buffer>): Buffer => {
  const out: Array<Buffer> = []
  const segment = new SegmentPackets((packet) => out.push(Buffer.from(packet)))
  for (const packet of packets) segment.add(packet)
  segment.finish()
  return Buffer.concat(out)
}

const plans = (length: { readonly minLength: number; readonly maxLength: number }) =>
  fc.array(
    fc.record({
      pid: fc.constantFrom(VIDEO_PID, AUDIO_PID),
      payload: fc.oneof(fc.integer({ min: 14, max: 184 }), fc.constantFrom(0, 1, 2, 182, 183, 184)),
      isStart: fc.boolean(),
      hasClock: fc.boolean()
    }),
    length
  )

const TABLES = [PAT_PID, PMT_PID].map((pid) =>
  packetOf({ pid, payload: 184, isStart: true, hasClock: false }, 0)
)
/** Packets that give each stream enough payload bytes to fill 16 packets. */
const BODY = [VIDEO_PID, AUDIO_PID].map((pid) => ({ pid, payload: 30, isStart: true, hasClock: true }))

const segmentOf = (list: ReadonlyArray<Plan>): ReadonlyArray<Buffer> => [
  ...TABLES.map((table) => Buffer.from(table)),
  ...[...BODY, ...list].map((plan, i) => packetOf(plan.payload === 0 ? { ...plan, isStart: false } : plan, i))
]

it("joins any segments in any order without discontinuities", () => {
  fc.assert(
    fc.property(fc.array(plans({ minLength: 0, maxLength: 60 }), { minLength: 2, maxLength: 5 }), (lists) => {
      const segments = lists.map((list) => through(segmentOf(list)))
      expect(counterJumps(Buffer.concat(segments))).toBe(0)
      expect(counterJumps(Buffer.concat([...segments].reverse()))).toBe(0)
      for (const segment of segments) expect(segment.length / PACKET).toBeGreaterThanOrEqual(64)
    })
  )
})

it("writes every byte of every stream exactly once and in order", () => {
  fc.assert(
    fc.property(plans({ minLength: 0, maxLength: 60 }), (list) => {
      const given = segmentOf(list)
      const before = given.map((packet) => Buffer.from(packet))
      const after = packetsOf(through(given))
      for (const pid of [VIDEO_PID, AUDIO_PID]) {
        const of = (packets: ReadonlyArray<Buffer>) => packets.filter((packet) => pidOf(packet, 0) === pid)
        expect(Buffer.concat(of(after).map(payloadOf))).toEqual(Buffer.concat(of(before).map(payloadOf)))
        const starts = (packets: ReadonlyArray<Buffer>) =>
          of(packets).filter((packet) => startsPes(packet, 0))
        expect(starts(after).map((packet) => payloadOf(packet)[0])).toEqual(
          starts(before).map((packet) => payloadOf(packet)[0])
        )
        const clocks = (packets: ReadonlyArray<Buffer>) =>
          of(packets).filter((packet) => (packet[3]! & 0x20) !== 0 && packet[4]! > 0 && packet[5] === 0x50)
        expect(clocks(after)).toHaveLength(clocks(before).length)
      }
    })
  )
})

it("splits the packets even if a stream consists of a single tiny packet", () => {
  const tiny = { pid: VIDEO_PID, payload: 26, isStart: true, hasClock: false }
  const bytes = through([...TABLES.map((table) => Buffer.from(table)), packetOf(tiny, 0)])
  expect(bytes.length / PACKET).toBe(48)
  expect(counterJumps(Buffer.concat([bytes, bytes]))).toBe(0)
})
