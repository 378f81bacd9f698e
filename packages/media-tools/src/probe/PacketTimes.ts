/** Totals over the packets of one stream. Times are in seconds on the container's own clock. */
export interface StreamTimes {
  /** End of the packet that ends last. `undefined` if no packet has a time stamp (raw streams). */
  readonly last: number | undefined
  /** Total length of all packets. */
  readonly total: number
  readonly packets: number
}

/** Maximum number of streams. ffmpeg rejects files with more streams. */
const MAX_STREAMS = 1_000
/**
 * Maximum number of characters in a line. ffprobe never writes longer lines, because a line contains only an index and
 * three numbers.
 */
const MAX_LINE = 1_024

/**
 * Parses ffprobe's CSV output (`packet=stream_index,pts_time,dts_time,duration_time`) as it arrives, and adds up the
 * times per stream. Needs constant memory.
 */
export class PacketTimes {
  readonly streams = new Map<number, { last: number | undefined; total: number; packets: number }>()
  private rest = ""

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString("latin1")).split("\n")
    const rest = lines.pop() ?? ""
    this.rest = rest.length > MAX_LINE ? "" : rest
    for (const line of lines) this.line(line)
  }

  /** Call after the last chunk, because the last line may not end with a line break. */
  end(): void {
    this.line(this.rest)
    this.rest = ""
  }

  private line(line: string): void {
    const [index, presentation, decoding, length] = line.split(",", 4).map(Number.parseFloat)
    if (index === undefined || !Number.isInteger(index) || index < 0) return
    const times = this.streams.get(index) ?? { last: undefined, total: 0, packets: 0 }
    if (this.streams.size >= MAX_STREAMS && !this.streams.has(index)) return
    const duration = length !== undefined && length > 0 ? length : 0
    // Packets of AVI files have only decoding times.
    const time = [presentation, decoding].find((value) => value !== undefined && Number.isFinite(value))
    if (time !== undefined) times.last = Math.max(times.last ?? Number.NEGATIVE_INFINITY, time + duration)
    times.total += duration
    times.packets += 1
    this.streams.set(index, times)
  }
}
