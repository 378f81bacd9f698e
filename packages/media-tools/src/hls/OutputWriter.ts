import { randomBytes } from "node:crypto"
import { rm } from "node:fs/promises"
import { segmentName, segmentTailName, shortSegmentName, temporaryName } from "./CachePaths.ts"
import { abandoned, sourceShort } from "./Failures.ts"
import { rateOf } from "./FrameRate.ts"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import type { HlsUnavailable } from "./HlsErrors.ts"
import { videoSlackSeconds } from "./KnownLength.ts"
import type { Rendition } from "./Ladder.ts"
import { LiveSegment } from "./LiveSegment.ts"
import { type PartGrid, partGrid } from "./SegmentParts.ts"
import { boundarySeconds, segmentCount } from "./SegmentTable.ts"
import { START_OFFSET_TICKS } from "./TranscodeArguments.ts"
import { ticksBetween } from "./TransportPacket.ts"
import { type SplitEvent, TransportStreamSplitter } from "./TransportStreamSplitter.ts"
import type { VideoCache } from "./VideoCache.ts"

export interface RunObserver {
  /** Called when a segment begins, and again for each later part of the segment. */
  readonly started: (height: number, segment: LiveSegment) => void
  readonly finished: (height: number, n: number, bytes: number) => void
}

export interface OutputPlan {
  readonly source: HlsSource
  readonly description: HlsDescription
  readonly cache: VideoCache
  readonly rendition: Rendition
  readonly from: number
  readonly to: number
  /** The first segment and part, if the run starts inside a segment. `description.table` then begins at this part. */
  readonly opening?: { readonly n: number; readonly part: number } | undefined
}

const TICKS = 90_000

/** Splits one output pipe into segment files. */
export class OutputWriter {
  private readonly plan: OutputPlan
  private readonly observer: RunObserver
  private readonly splitter: TransportStreamSplitter
  private readonly parts: PartGrid
  /** Number of the part at which the file of the first segment begins. */
  private readonly firstPart: number
  private readonly runId = randomBytes(6).toString("hex")
  private open: LiveSegment | undefined
  private next: number
  private givenUp: HlsUnavailable | undefined

  constructor(plan: OutputPlan, observer: RunObserver) {
    const { table } = plan.description
    const frame = TICKS / rateOf(table.fps)
    this.plan = plan
    this.observer = observer
    this.next = plan.from
    this.firstPart = plan.opening?.n === plan.from ? plan.opening.part : 0
    this.parts = partGrid(table, plan.rendition.mode)
    this.splitter = new TransportStreamSplitter({
      boundaryTicks: this.parts.frames.map((number) => START_OFFSET_TICKS + number * frame),
      from: this.parts.firsts[plan.from]!,
      to: this.parts.firsts[plan.to]!,
      isFromZero: table.boundaries[plan.from] === 0,
      // Copied key frames keep their times from the source, which may be up to half a frame off the grid.
      toleranceTicks: frame * (plan.rendition.mode === "copy" ? 0.55 : 0.4)
    })
  }

  /** The segment that is being written, or will be written next. */
  get position(): number {
    return this.next
  }

  get hasFrames(): boolean {
    return this.splitter.hasFrames
  }

  async push(chunk: Buffer, signal: AbortSignal): Promise<void> {
    for (const event of this.splitter.push(chunk)) {
      if (signal.aborted) return
      await this.apply(event)
    }
  }

  private async apply(event: SplitEvent): Promise<void> {
    if (event.kind === "data") await this.open?.write(event.bytes)
    else if (event.kind === "start") await this.startPart(event.n)
    else if (this.parts.segments[event.n] !== this.parts.segments[event.n + 1]) await this.complete()
  }

  /**
   * Completes the open segment. Call this after the tool has ended. The segment gets its final name only if its frames
   * reach the segment's end. Otherwise it becomes a short segment. `mayBeComplete` is false if the tool was killed.
   * Resolves with a failure if frames are missing.
   */
  async finish(mayBeComplete: boolean): Promise<HlsUnavailable | undefined> {
    const { description, from, rendition, to } = this.plan
    if (!mayBeComplete) return abandoned()
    const { events, lastFrame } = this.splitter.end()
    for (const event of events) await this.apply(event)
    if (this.open !== undefined && this.next === to - 1 && this.reachesEnd(lastFrame)) await this.complete()
    if (this.next >= to) return undefined
    const end = lastFrame === undefined ? undefined : ticksBetween(lastFrame, START_OFFSET_TICKS) / TICKS
    const { table } = description
    const failure = sourceShort(
      end === undefined && from > 0 ? boundarySeconds(table, from) : end,
      boundarySeconds(table, segmentCount(table))
    )
    await this.requireGeneration()
    await this.open?.complete(this.plan.cache.file(shortName(rendition.height, this.open)))
    this.open = undefined
    return failure
  }

  /** Stops writing and deletes the partial file. */
  async abandon(failure: HlsUnavailable): Promise<void> {
    this.givenUp = failure
    const open = this.open
    this.open = undefined
    await open?.fail(failure)
  }

  /**
   * True if the frames reach the end of the run, with a tolerance of 2.5 frames. Copied video may end earlier than the
   * container claims, because a copy cannot repeat the last frame.
   */
  private reachesEnd(lastFrame: number | undefined): boolean {
    const { description, rendition, source, to } = this.plan
    const { table } = description
    if (lastFrame === undefined) return false
    const end = START_OFFSET_TICKS + boundarySeconds(table, to) * TICKS
    const slack = rendition.mode === "copy" ? videoSlackSeconds(source.probe) : 0
    return ticksBetween(end, lastFrame) <= (2.5 / rateOf(table.fps) + slack) * TICKS
  }

  private async startPart(index: number): Promise<void> {
    const n = this.parts.segments[index]!
    if (this.open?.n !== n) await this.start(n)
    if (this.open === undefined) return
    this.open.beginPart()
    this.observer.started(this.plan.rendition.height, this.open)
  }

  private async start(n: number): Promise<void> {
    const { cache, from, rendition } = this.plan
    const firstPart = n === from ? this.firstPart : 0
    const name =
      firstPart === 0 ? segmentName(rendition.height, n) : segmentTailName(rendition.height, n, firstPart)
    const create = () =>
      LiveSegment.create({
        n,
        firstPart,
        finalPath: cache.file(name),
        temporaryPath: cache.file(temporaryName(rendition.height, n, this.runId))
      })
    const segment = await create().catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code !== "ENOENT") throw cause
      // Users may delete the directory at any time.
      await cache.make()
      return create()
    })
    // The run was stopped while the file was being created, so no other code refers to the file.
    if (this.givenUp !== undefined) return segment.fail(this.givenUp)
    this.open = segment
    this.next = n
  }

  private async complete(): Promise<void> {
    const open = this.open!
    await this.requireGeneration()
    await open.complete()
    this.open = undefined
    this.next = open.n + 1
    this.observer.finished(this.plan.rendition.height, open.n, open.size)
    if (open.firstPart === 0) await this.removeTails(open.n)
  }

  /** Removes the partial files of the segment that were created for viewers, because the segment is now complete. */
  private async removeTails(n: number): Promise<void> {
    const { cache, rendition } = this.plan
    const count = this.parts.firsts[n + 1]! - this.parts.firsts[n]!
    for (let part = 1; part < count; part++)
      await rm(cache.file(segmentTailName(rendition.height, n, part)), { force: true })
  }

  /**
   * Fails if another process has found a changed source during this run. The directory then belongs to a new
   * generation, and must not receive segments of the old one.
   */
  private async requireGeneration(): Promise<void> {
    const present = await this.plan.cache.stamp()
    if (present?.generation !== this.plan.description.generation) throw abandoned()
  }
}

/**
 * Returns the file name for a segment that ends early. If the file does not begin at the start of the segment, it must
 * not be served as the segment.
 */
const shortName = (height: number, { firstPart, n }: LiveSegment): string =>
  firstPart === 0 ? shortSegmentName(height, n) : segmentTailName(height, n, firstPart)
