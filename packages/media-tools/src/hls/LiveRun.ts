import type * as Fiber from "effect/Fiber"
import type { HlsUnavailable } from "./HlsErrors.ts"
import type { LiveSegment } from "./LiveSegment.ts"
import type { PartGrid } from "./SegmentParts.ts"

/**
 * Maximum number of segments that a run may create ahead of the last requested one. Copies cost almost nothing, so
 * their limit is higher.
 */
const AHEAD_ENCODE = 3
const AHEAD_COPY = 8

/**
 * If a run is behind a requested part by at most this number of parts, the request waits for the run. Starting a new
 * run would take about as long as creating one part.
 */
const PARTS_WORTH_WAITING = 1

export interface LiveRunOptions {
  readonly videoId: string
  readonly generation: string
  /** The name of the folder for the tracks that the viewer chose (`choiceName`). Empty for the default tracks. */
  readonly choice: string
  readonly height: number
  readonly isCopy: boolean
  readonly from: number
  /** The part of segment `from` at which the run begins. */
  readonly startPart: number
  readonly parts: PartGrid
  /** The run stops before this segment. */
  readonly to: number
}

interface Waiter {
  readonly n: number
  readonly part: number | undefined
  readonly resolve: (segment: LiveSegment | undefined) => void
  readonly reject: (failure: HlsUnavailable) => void
}

/**
 * One on-demand run: its position, its waiting readers, and how far ahead it may run. The process itself belongs to the
 * engine's scope.
 */
export class LiveRun {
  readonly options: LiveRunOptions
  readonly viewers = new Set<string>()
  readonly users = new Set<string>()
  readonly startedAt = performance.now()
  fiber: Fiber.RuntimeFiber<void> | undefined
  /** The segment that is being written, or will be written next. */
  position: number
  finishedCount = 0
  private current: LiveSegment | undefined
  /** Number of the current part, counted across all segments. */
  private partPosition: number
  private wanted: number
  private lastAsked = performance.now()
  private waiters: Array<Waiter> = []
  private openGate: (() => void) | undefined
  private hasEnded = false
  private isLeft = false

  constructor(options: LiveRunOptions) {
    this.options = options
    this.position = options.from
    this.partPosition = options.parts.firsts[options.from]! + options.startPart
    this.wanted = options.from
  }

  /**
   * True if this run can serve segment `n`, or the given part, sooner than a new run would. This is the case if it is
   * writing the segment or will write it next.
   */
  canServe(n: number, part?: number): boolean {
    const { from, isCopy, parts, startPart, to } = this.options
    if (this.hasEnded || n < this.position || n >= to) return false
    if (n === from && (part ?? 0) < startPart) return false
    if (part === undefined || isCopy) return n <= Math.max(this.position, from) + (isCopy ? 2 : 1)
    return parts.firsts[n]! + part <= this.partPosition + PARTS_WORTH_WAITING
  }

  /** Records that a viewer requested segment `n`, so that the run may continue to the segments after it. */
  ask(n: number, viewer: string | undefined, user?: string): void {
    if (viewer !== undefined) this.viewers.add(viewer)
    if (user !== undefined) this.users.add(user)
    this.lastAsked = performance.now()
    this.wanted = Math.max(this.wanted, n)
    this.isLeft = false
    this.releaseGate()
  }

  /**
   * Pauses the run until the next request. Call this when a reader disconnects before getting the requested bytes,
   * because the viewer seeks or closes the page. Otherwise the run would use two cores for 5 s, and slow down the video
   * that the viewer opens next.
   */
  left(): void {
    this.isLeft = true
  }

  /** Resumes a paused run. Call this when a reader arrives and waits for segments that the run has not created yet. */
  joined(): void {
    this.isLeft = false
    this.releaseGate()
  }

  /**
   * Waits until the segment or the part has begun and returns the segment. `undefined` if the run ended normally before
   * the segment began.
   */
  waitFor(n: number, part: number | undefined, signal: AbortSignal): Promise<LiveSegment | undefined> {
    if (isThere(this.current, n, part)) return Promise.resolve(this.current)
    if (this.hasEnded || n < this.position) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { n, part, resolve, reject }
      this.waiters.push(waiter)
      signal.addEventListener("abort", () => {
        this.waiters = this.waiters.filter((other) => other !== waiter)
        this.left()
      })
    })
  }

  /**
   * Updates the position of the run, and hands the segment to the readers that wait for it. Call this when a segment or
   * its next part has begun.
   */
  started(segment: LiveSegment): void {
    if (this.current === segment) this.partPosition += 1
    else this.partPosition = this.options.parts.firsts[segment.n]! + segment.firstPart
    this.position = segment.n
    this.current = segment
    const isReady = ({ n, part }: Waiter) => isThere(segment, n, part)
    const ready = this.waiters.filter(isReady)
    this.waiters = this.waiters.filter((waiter) => !isReady(waiter))
    for (const waiter of ready) waiter.resolve(segment)
  }

  finished(n: number): void {
    this.position = n + 1
    this.partPosition = this.options.parts.firsts[n + 1]!
    this.finishedCount += 1
    // A short segment may lack the part that a reader is waiting for. The reader then gets the existing parts from the
    // cache.
    const passed = this.waiters.filter((waiter) => waiter.n <= n)
    this.waiters = this.waiters.filter((waiter) => waiter.n > n)
    for (const waiter of passed) waiter.resolve(undefined)
  }

  ended(failure: HlsUnavailable | undefined): void {
    this.hasEnded = true
    this.current = undefined
    this.releaseGate()
    const waiters = this.waiters
    this.waiters = []
    for (const waiter of waiters) {
      if (failure === undefined) waiter.resolve(undefined)
      else waiter.reject(failure)
    }
  }

  /**
   * Resolves when the run may continue. Awaited before each chunk. The promise is pending while the run is far enough
   * ahead or all readers have disconnected. In this time, nothing reads from ffmpeg's pipe, and ffmpeg uses 0.00 CPU s.
   * ffmpeg continues immediately when the promise resolves.
   */
  gate(): Promise<void> {
    if (!this.isPaused()) return Promise.resolve()
    return new Promise((resolve) => {
      this.openGate = resolve
    })
  }

  isPaused(): boolean {
    const ahead = this.options.isCopy ? AHEAD_COPY : AHEAD_ENCODE
    return !this.hasEnded && (this.position - this.wanted > ahead || (this.isLeft && this.isIdle()))
  }

  /** True if no reader reads from the run or waits for a segment. */
  isIdle(): boolean {
    return this.waiters.length === 0 && (this.current === undefined || this.current.readerCount === 0)
  }

  idleMs(): number {
    return performance.now() - this.lastAsked
  }

  get lastAskedAt(): number {
    return this.lastAsked
  }

  private releaseGate(): void {
    if (this.isPaused()) return
    this.openGate?.()
    this.openGate = undefined
  }
}

const isThere = (segment: LiveSegment | undefined, n: number, part: number | undefined): boolean =>
  segment?.n === n && (part === undefined ? segment.firstPart === 0 : segment.hasBegun(part))
