import { AUDIO_PID, PACKET, pidOf, startsPes, SYNC, VIDEO_PID } from "./TransportPacket.ts"

/** Number of values of a continuity counter, which has 4 bits. */
const CYCLE = 16
const HAS_PAYLOAD = 0x10
const HAS_ADAPTATION = 0x20

interface Waiting {
  readonly bytes: Buffer
  /** Number of payload bytes that may be moved to additional packets. */
  readonly spare: number
}

interface Pid {
  readonly number: number
  /** Number of packets with payload so far. */
  count: number
  /** The last packets, which may be split into more packets at the end of the segment. */
  waiting: Array<Waiting>
  spare: number
  /** The last packet of a table such as the PAT or PMT, which may be repeated. */
  table: Buffer | undefined
}

/**
 * Writes the packets of one segment. The continuity counters do not depend on the run that created the segment: each
 * PID starts at 0 and has a multiple of 16 packets with payload. Any two segments therefore join without a jump, even
 * if different processes created them. (With the runs' own counters, `ffmpeg -xerror` ended at each join, and mpv
 * dropped packets.) To reach a multiple of 16, the last packets are split into more packets, or a table is repeated.
 * Even the smallest segment therefore has 64 packets. ffmpeg and mpv need at least 10 packets to recognize a transport
 * stream.
 */
export class SegmentPackets {
  private readonly pids = new Map<number, Pid>()
  private readonly write: (packet: Buffer) => void

  /** Creates a writer that passes the finished packets to `write`, one at a time. `write` must copy the packet. */
  constructor(write: (packet: Buffer) => void) {
    this.write = write
  }

  /** Adds a packet. Its continuity counter is overwritten in place. A packet that is written later is copied. */
  add(packet: Buffer): void {
    const pid = this.pidOf(packet)
    if (pid.number !== VIDEO_PID && pid.number !== AUDIO_PID) {
      pid.table = Buffer.from(packet)
      this.emit(pid, packet)
      return
    }
    const spare = spareOf(packet)
    pid.waiting.push({ bytes: Buffer.from(packet), spare })
    pid.spare += spare
    while (pid.waiting.length > 1 && pid.spare - pid.waiting[0]!.spare >= CYCLE - 1) {
      const first = pid.waiting.shift()!
      pid.spare -= first.spare
      this.emit(pid, first.bytes)
    }
  }

  /**
   * Writes the remaining packets, so that each PID has a multiple of 16 packets with payload. Call this after the last
   * packet of the segment.
   */
  finish(): void {
    for (const pid of this.pids.values()) {
      if (pid.table === undefined) this.finishStream(pid)
      else while (pid.count % CYCLE !== 0) this.emit(pid, pid.table)
    }
    this.pids.clear()
  }

  private finishStream(pid: Pid): void {
    const waiting = pid.waiting.filter(({ bytes }) => hasPayload(bytes)).length
    let missing = (CYCLE - ((pid.count + waiting) % CYCLE)) % CYCLE
    // If the stream has only a few tiny packets, there are not enough other bytes, so even PES headers are split.
    const spareIn = ({ bytes, spare }: Waiting) => (pid.spare >= missing ? spare : payloadOf(bytes) - 1)
    const plan = pid.waiting.map((held) => spareIn(held))
    for (const [i, { bytes }] of pid.waiting.entries()) {
      const more = Math.max(0, Math.min(missing, plan[i]!))
      missing -= more
      for (const piece of cut(bytes, more)) this.emit(pid, piece)
    }
  }

  private emit(pid: Pid, packet: Buffer): void {
    const counter = hasPayload(packet) ? pid.count++ : pid.count + CYCLE - 1
    packet[3] = (packet[3]! & 0xf0) | (counter % CYCLE)
    this.write(packet)
  }

  private pidOf(packet: Buffer): Pid {
    const number = pidOf(packet, 0)
    let pid = this.pids.get(number)
    if (pid === undefined) {
      pid = { number, count: 0, waiting: [], spare: 0, table: undefined }
      this.pids.set(number, pid)
    }
    return pid
  }
}

const hasPayload = (packet: Buffer): boolean => (packet[3]! & HAS_PAYLOAD) !== 0

const adaptationOf = (packet: Buffer): number => ((packet[3]! & HAS_ADAPTATION) === 0 ? 0 : 1 + packet[4]!)

/** Returns the number of payload bytes in a packet. 0 if it contains only a clock. */
const payloadOf = (packet: Buffer): number =>
  hasPayload(packet) ? Math.max(0, PACKET - 4 - adaptationOf(packet)) : 0

/**
 * Returns the number of payload bytes that may be moved to another packet. The PES header is not counted, because a
 * player may expect the whole header in the first transport packet.
 */
const spareOf = (packet: Buffer): number => {
  const payload = payloadOf(packet)
  const header = 4 + adaptationOf(packet)
  const kept = startsPes(packet, 0) && payload > 9 ? 9 + packet[header + 8]! : 0
  return Math.max(0, payload - kept - 1)
}

/**
 * Splits a packet into `more` + 1 packets: the last `more` bytes of its payload move to packets of their own, one byte
 * each. Adaptation fields fill the unused space.
 */
const cut = (packet: Buffer, more: number): ReadonlyArray<Buffer> => {
  if (more === 0) return [packet]
  const from = PACKET - more
  const first = Buffer.alloc(PACKET, 0xff)
  const adaptation = adaptationOf(packet)
  packet.copy(first, 0, 0, 4)
  first[3] = packet[3]! | HAS_ADAPTATION
  // The padding goes into the adaptation field, which begins with a length byte and a flags byte. If only one byte of
  // padding is needed and the packet had no such field, the length byte alone is enough.
  if (adaptation + more === 1) first[4] = 0
  else {
    first[4] = adaptation + more - 1
    if (adaptation > 1) packet.copy(first, 5, 5, 4 + adaptation)
    else first[5] = 0
  }
  packet.copy(first, 4 + adaptation + more, 4 + adaptation, from)
  const pieces = [first]
  for (let at = from; at < PACKET; at++) {
    const piece = Buffer.alloc(PACKET, 0xff)
    piece[0] = SYNC
    piece[1] = packet[1]! & 0xbf
    piece[2] = packet[2]!
    piece[3] = (packet[3]! & 0xc0) | HAS_ADAPTATION | HAS_PAYLOAD
    piece[4] = PACKET - 6
    piece[5] = 0
    piece[PACKET - 1] = packet[at]!
    pieces.push(piece)
  }
  return pieces
}
