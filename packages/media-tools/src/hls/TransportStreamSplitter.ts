import { PacketBuffer } from "./PacketBuffer.ts"
import { SegmentPackets } from "./SegmentPackets.ts"
import {
  AUDIO_PID,
  isRandomAccess,
  PACKET,
  PAT_PID,
  pesTimes,
  pidOf,
  PMT_PID,
  startsPes,
  SYNC,
  ticksBetween,
  VIDEO_PID
} from "./TransportPacket.ts"

export type SplitEvent =
  | { readonly kind: "start"; readonly n: number }
  /**
   * Whole packets. The splitter reuses the memory of `bytes`, so write or copy the bytes before the next call of
   * `push`.
   */
  | { readonly kind: "data"; readonly bytes: Buffer }
  | { readonly kind: "end"; readonly n: number }

export interface SplitterOptions {
  /** Time of the first frame of each segment in ticks of 90 kHz, followed by the time of the end. */
  readonly boundaryTicks: ReadonlyArray<number>
  readonly from: number
  /** The run stops before this segment. */
  readonly to: number
  /** True if the run begins at the start of the source, whose first frame may be late. */
  readonly isFromZero: boolean
  /** Maximum distance in ticks between a key frame and its boundary. */
  readonly toleranceTicks: number
}

export interface SplitterEnd {
  /** The last events, which had been held back. */
  readonly events: ReadonlyArray<SplitEvent>
  /** Time of the last frame in the stream. `undefined` if there was no frame. */
  readonly lastFrame: number | undefined
}

/** Error for a stream with an unexpected structure. The engine's own runs of ffmpeg never write such a stream. */
export class SplitterError extends Error {
  override readonly name = "SplitterError"
}

/**
 * Maximum time in ticks by which audio may lag behind the video. Audio that lags further has ended or is missing at
 * this position, so the splitter stops waiting for it.
 */
const MAX_LAG_TICKS = 2 * 90_000
/**
 * Maximum number of packets that wait for their segment to begin (7.5 MB). Only in a broken stream would more packets
 * wait.
 */
const MAX_HELD_PACKETS = 40_000

interface Held {
  readonly bytes: Buffer
  readonly segment: number
}

type Choice = "keep" | "drop" | "hold"

/**
 * Cuts one continuous transport stream into segments. Each segment begins with PAT and PMT. A frame belongs to the same
 * segment as the key frame before it, and audio is assigned by its time. The segment of a packet depends only on the
 * packet's time and not on its position in the stream. A run that starts at segment n and a run that reaches segment n
 * therefore write the same bytes. (If the position decided, the bytes would differ: ffmpeg 5 writes small audio packets
 * after video that has a later time, and a frame was lost at each join.) Frames arrive before their audio, so early
 * packets are held until their segment begins.
 */
export class TransportStreamSplitter {
  private readonly options: SplitterOptions
  private readonly out = new PacketBuffer()
  private readonly packets = new SegmentPackets((packet) => this.out.append(packet))
  private rest: Buffer = Buffer.alloc(0)
  private pat: Buffer | undefined
  private pmt: Buffer | undefined
  /** The open segment. */
  private current: number | undefined
  /** The segment that the frames have reached: the open segment, or a later one until the audio catches up. */
  private reached: number | undefined
  private lastAudio: number | undefined
  private audioChoice: Choice = "drop"
  private audioSegment = 0
  private held: Array<Held> = []
  private isFinished = false
  private lastFrame: number | undefined

  constructor(options: SplitterOptions) {
    this.options = options
  }

  get hasFrames(): boolean {
    return this.lastFrame !== undefined
  }

  /**
   * Processes a chunk. The result does not depend on how the stream is divided into chunks. Modifies `chunk`. Throws
   * `SplitterError`.
   */
  push(chunk: Buffer): ReadonlyArray<SplitEvent> {
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const whole = data.length - (data.length % PACKET)
    const events: Array<SplitEvent> = []
    this.out.clear()
    for (let at = 0; at < whole; at += PACKET) {
      if (data[at] !== SYNC) throw new SplitterError("the stream lost its packet boundaries")
      // This packet may itself begin the next segment. In that case, it is written immediately instead of being held
      // back.
      const choice = this.judge(data, at)
      if (this.isDue()) this.advance(events)
      if (this.isFinished || choice === "drop") continue
      if (choice === "keep" || this.isOpenFor(data, at)) this.packets.add(data.subarray(at, at + PACKET))
      else this.hold(data, at)
    }
    this.flush(events)
    this.rest = Buffer.from(data.subarray(whole))
    return events
  }

  /**
   * Returns the last events. Call at the end of the stream. The caller must decide whether the open segment is
   * complete.
   */
  end(): SplitterEnd {
    const events: Array<SplitEvent> = []
    this.out.clear()
    while (!this.isFinished && this.reached !== undefined && this.reached !== this.current) this.next(events)
    this.packets.finish()
    this.flush(events)
    return { events, lastFrame: this.lastFrame }
  }

  private flush(events: Array<SplitEvent>): void {
    const bytes = this.out.take()
    if (bytes.length > 0) events.push({ kind: "data", bytes })
  }

  private judge(data: Buffer, at: number): Choice {
    if (this.isFinished) return "drop"
    const pid = pidOf(data, at)
    if (pid === VIDEO_PID) {
      if (startsPes(data, at)) this.frame(data, at)
      return this.reached === undefined || this.reached >= this.options.to
        ? "drop"
        : this.inOrder(this.reached)
    }
    if (pid === AUDIO_PID) {
      if (startsPes(data, at)) this.audioChoice = this.audio(data, at)
      return this.audioChoice
    }
    if (pid === PAT_PID) this.pat ??= Buffer.from(data.subarray(at, at + PACKET))
    else if (pid === PMT_PID) this.pmt ??= Buffer.from(data.subarray(at, at + PACKET))
    // The splitter writes the tables (PAT and PMT) once at the beginning of each segment, so it drops repeated tables.
    // Repeated tables would get a continuity counter of 0 again, which marks the beginning of a part.
    return "drop"
  }

  private inOrder(segment: number): Choice {
    return segment === this.current ? "keep" : "hold"
  }

  private segmentOf(data: Buffer, at: number): number {
    return pidOf(data, at) === VIDEO_PID ? (this.reached ?? this.options.from) : this.audioSegment
  }

  private isOpenFor(data: Buffer, at: number): boolean {
    return this.current !== undefined && this.segmentOf(data, at) <= this.current
  }

  private frame(data: Buffer, at: number): void {
    const times = pesTimes(data, at)
    if (times === undefined) return
    const segment = isRandomAccess(data, at) ? this.boundaryAt(times.pts) : undefined
    if (segment !== undefined) this.reached = segment
    if (this.reached === undefined || this.reached >= this.options.to) return
    if (this.lastFrame === undefined || ticksBetween(times.pts, this.lastFrame) > 0)
      this.lastFrame = times.pts
  }

  /**
   * Returns the number of the segment that begins with the key frame at this time. Undefined if no segment begins
   * there.
   */
  private boundaryAt(pts: number): number | undefined {
    const { boundaryTicks, from, isFromZero, to, toleranceTicks } = this.options
    const next = this.reached === undefined ? from : this.reached + 1
    // The first frame of the source may be late, so its distance from the boundary is not checked.
    if (isFromZero && this.reached === undefined) return next
    if (next > to || (next === to && next === boundaryTicks.length - 1)) return undefined
    const distance = ticksBetween(pts, boundaryTicks[next]!)
    if (Math.abs(distance) <= toleranceTicks) return next
    const after = boundaryTicks[next + 1]
    if (this.reached !== undefined && after !== undefined && ticksBetween(pts, after) > toleranceTicks) {
      throw new SplitterError(`no key frame where segment ${next} should begin`)
    }
    return undefined
  }

  /**
   * Decides whether to write, hold or drop an audio packet. Audio before the run's first segment or after its last
   * segment is dropped, because it belongs to other runs.
   */
  private audio(data: Buffer, at: number): Choice {
    const pts = pesTimes(data, at)?.pts
    if (pts === undefined) return this.audioChoice
    const { boundaryTicks, from, isFromZero, to } = this.options
    const isBefore = (n: number) => ticksBetween(pts, boundaryTicks[n]!) < 0
    this.lastAudio = pts
    if (!isFromZero && isBefore(from)) return "drop"
    const last = to === boundaryTicks.length - 1 ? to - 1 : to
    let segment = this.current ?? from
    while (segment < last && !isBefore(segment + 1)) segment += 1
    this.audioSegment = segment
    return segment === to ? "drop" : this.inOrder(segment)
  }

  /**
   * True if the next segment should begin: the frames have reached it, and the audio has caught up or is no longer
   * expected.
   */
  private isDue(): boolean {
    if (this.isFinished || this.reached === undefined || this.reached === this.current) return false
    if (this.current === undefined) return true
    const boundary = this.options.boundaryTicks[this.current + 1]!
    if (this.lastAudio === undefined) return true
    const lag = ticksBetween(boundary, this.lastAudio)
    if (lag <= 0 || lag > MAX_LAG_TICKS) return true
    return this.lastFrame !== undefined && ticksBetween(this.lastFrame, boundary) > MAX_LAG_TICKS
  }

  private advance(events: Array<SplitEvent>): void {
    while (this.isDue()) this.next(events)
  }

  /** Ends the open segment and begins the next segment with the packets that were held back. */
  private next(events: Array<SplitEvent>): void {
    if (this.current !== undefined) {
      this.packets.finish()
      this.flush(events)
      events.push({ kind: "end", n: this.current })
    }
    const segment = this.current === undefined ? this.options.from : this.current + 1
    if (segment === this.options.to) {
      this.current = undefined
      this.isFinished = true
      this.held = []
      return
    }
    if (this.pat === undefined || this.pmt === undefined)
      throw new SplitterError("a frame came before the program tables")
    this.current = segment
    events.push({ kind: "start", n: segment })
    this.packets.add(Buffer.from(this.pat))
    this.packets.add(Buffer.from(this.pmt))
    const later: Array<Held> = []
    for (const held of this.held) {
      if (held.segment <= segment) this.packets.add(held.bytes)
      else later.push(held)
    }
    this.held = later
  }

  private hold(data: Buffer, at: number): void {
    if (this.held.length >= MAX_HELD_PACKETS) throw new SplitterError("audio and video are too far apart")
    const bytes = Buffer.from(data.subarray(at, at + PACKET))
    this.held.push({ bytes, segment: this.segmentOf(data, at) })
  }
}
