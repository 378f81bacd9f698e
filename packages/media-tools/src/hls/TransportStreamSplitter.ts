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
  /** `bytes` is a view of the pushed chunk: write it before the next push, or copy it. */
  | { readonly kind: "data"; readonly bytes: Buffer }
  | { readonly kind: "end"; readonly n: number }

export interface SplitterOptions {
  /** 90 kHz time of the first picture of segment i; one more for the end. */
  readonly boundaryTicks: ReadonlyArray<number>
  readonly from: number
  /** Segment before which to stop. */
  readonly to: number
  /** How far a key frame may lie from its boundary and still be it. */
  readonly toleranceTicks: number
  /**
   * The stream goes on past `to` (a copy does): the key frame there ends the run. Otherwise the run's own end
   * does, and sound that belongs to the next run is told by its time.
   */
  readonly goesOn: boolean
}

export interface SplitterEnd {
  /** The segment that was open, `undefined` when none was. */
  readonly open: number | undefined
  /** Time of the last picture seen, `undefined` when none was. */
  readonly lastPicture: number | undefined
}

/** The stream is not what our own ffmpeg run writes. */
export class SplitterError extends Error {
  override readonly name = "SplitterError"
}

/**
 * Cuts one continuous transport stream into segments, each with PAT and PMT first and a key frame next. Cuts in
 * stream order: ffmpeg interleaves by DTS, so a run that starts at n and one that arrives at n agree on which
 * packet belongs where. Sound before the first picture's DTS belongs to the segment before and is dropped; so
 * is, at the end of a bounded run, what belongs to the next.
 */
export class TransportStreamSplitter {
  private readonly options: SplitterOptions
  private rest: Buffer = Buffer.alloc(0)
  private pat: Buffer | undefined
  private pmt: Buffer | undefined
  private current: number | undefined
  private isFinished = false
  private firstDts = 0
  private soundLimit: number | undefined
  private skipsSound = false
  private lastPicture: number | undefined

  constructor(options: SplitterOptions) {
    this.options = options
  }

  /** Any chunking gives the same bytes per segment. Throws `SplitterError`. */
  push(chunk: Buffer): ReadonlyArray<SplitEvent> {
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const whole = data.length - (data.length % PACKET)
    const events: Array<SplitEvent> = []
    let from = 0
    const flush = (to: number) => {
      if (to > from && this.current !== undefined)
        events.push({ kind: "data", bytes: data.subarray(from, to) })
      from = to
    }
    for (let at = 0; at < whole; at += PACKET) {
      if (data[at] !== SYNC) throw new SplitterError("the stream lost its packet boundaries")
      const verdict = this.judge(data, at)
      if (verdict === "keep") continue
      flush(at)
      if (verdict === "drop") from = at + PACKET
      else this.cut(verdict, events)
    }
    flush(whole)
    this.rest = Buffer.from(data.subarray(whole))
    return events
  }

  /** What was open when the stream ended; whether that is complete is the caller's to judge. */
  end(): SplitterEnd {
    return { open: this.current, lastPicture: this.lastPicture }
  }

  /** Keep the packet, drop it, or begin segment n with it (`options.to`: stop). */
  private judge(data: Buffer, at: number): "keep" | "drop" | number {
    const pid = pidOf(data, at)
    if (this.isFinished) return "drop"
    if (pid === PAT_PID || pid === PMT_PID) return this.table(pid, data, at)
    if (pid === VIDEO_PID) return startsPes(data, at) ? this.picture(data, at) : this.ifOpen()
    if (pid === AUDIO_PID) {
      if (startsPes(data, at)) this.skipsSound = this.isForeignSound(data, at)
      return this.skipsSound ? "drop" : this.ifOpen()
    }
    return this.ifOpen()
  }

  private table(pid: number, data: Buffer, at: number): "keep" | "drop" {
    const copy = () => Buffer.from(data.subarray(at, at + PACKET))
    if (pid === PAT_PID) this.pat ??= copy()
    else this.pmt ??= copy()
    return this.ifOpen()
  }

  private picture(data: Buffer, at: number): "keep" | "drop" | number {
    const times = pesTimes(data, at)
    if (times === undefined) return this.ifOpen()
    const segment = isRandomAccess(data, at) ? this.boundaryAt(times.pts) : undefined
    if (segment !== undefined) {
      if (this.current === undefined) {
        this.firstDts = times.dts
        this.soundLimit = this.limitOfSound(ticksBetween(times.pts, times.dts))
      }
      if (segment < this.options.to) this.lastPicture = times.pts
      return segment
    }
    if (this.current === undefined) return "drop"
    if (this.lastPicture === undefined || ticksBetween(times.pts, this.lastPicture) > 0)
      this.lastPicture = times.pts
    return "keep"
  }

  /** The segment that a key frame of this time begins. */
  private boundaryAt(pts: number): number | undefined {
    const { boundaryTicks, from, to, toleranceTicks } = this.options
    const next = this.current === undefined ? from : this.current + 1
    // The very first picture may be late: there is none before it to tell it from.
    if (next === 0) return 0
    if (next > to || (next === to && next === boundaryTicks.length - 1)) return undefined
    const distance = ticksBetween(pts, boundaryTicks[next]!)
    if (Math.abs(distance) <= toleranceTicks) return next
    const after = boundaryTicks[next + 1]
    if (this.current !== undefined && after !== undefined && ticksBetween(pts, after) > toleranceTicks) {
      throw new SplitterError(`no key frame where segment ${next} should begin`)
    }
    return undefined
  }

  /** The next run's sound begins at its first picture's DTS: ours ends there. Nothing follows the last segment. */
  private limitOfSound(reorder: number): number | undefined {
    const { boundaryTicks, goesOn, to } = this.options
    return goesOn || to === boundaryTicks.length - 1 ? undefined : boundaryTicks[to]! - reorder
  }

  private isForeignSound(data: Buffer, at: number): boolean {
    if (this.current === undefined) return true
    const times = pesTimes(data, at)
    if (times === undefined) return this.skipsSound
    if (ticksBetween(times.pts, this.firstDts) < 0) return true
    return this.soundLimit !== undefined && ticksBetween(times.pts, this.soundLimit) >= 0
  }

  private ifOpen(): "keep" | "drop" {
    return this.current === undefined ? "drop" : "keep"
  }

  private cut(segment: number, events: Array<SplitEvent>): void {
    if (this.current !== undefined) events.push({ kind: "end", n: this.current })
    if (segment === this.options.to) {
      this.current = undefined
      this.isFinished = true
      return
    }
    if (this.pat === undefined || this.pmt === undefined)
      throw new SplitterError("a picture came before the tables")
    this.current = segment
    events.push(
      { kind: "start", n: segment },
      { kind: "data", bytes: this.pat },
      { kind: "data", bytes: this.pmt }
    )
  }
}
