import type * as Fiber from "effect/Fiber"
import type { HlsUnavailable } from "./HlsErrors.ts"
import type { LiveSegment } from "./LiveSegment.ts"
import type { PartGrid } from "./SegmentParts.ts"

/**
 * Maximum number of segments that a run may be ahead of the last requested one; copies are nearly free, so they may go
 * further.
 */
const AHEAD_ENCODE = 3
const AHEAD_COPY = 8

/** Number of parts to wait for instead of starting a new run, which takes as long as one of them. */
const PARTS_WORTH_WAITING = 1

export interface LiveRunOptions {
  readonly videoId: string
  readonly generation: string
  /** The name of the chosen tracks; empty for the usual ones. */
  readonly choice: string
  readonly height: number
  readonly isCopy: boolean
  readonly from: number
  /** The part of `from` at which it begins. */
  readonly startPart: number
  readonly parts: PartGrid
  /** The number of the segment before which it stops. */
  readonly to: number
}

interface Waiter {
  readonly n: number
  readonly part: number | undefined
  readonly resolve: (segment: LiveSegment | undefined) => void
  readonly reject: (failure: HlsUnavailable) => void
}

/**
 * The state of one on-demand run: its position, its waiting readers, and how far it may go. Owned by the engine's
 * scope.
 */
export class LiveRun {
  readonly options: LiveRunOptions
  readonly viewers = new Set<string>()
  readonly users = new Set<string>()
  readonly startedAt = performance.now()
  fiber: Fiber.RuntimeFiber<void> | undefined
  /** The segment that is being written, or written next. */
  position: number
  finishedCount = 0
  private current: LiveSegment | undefined
  /** The current part, numbered through all segments. */
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
   * Tells whether waiting for segment `n` or a part of it is faster than starting a new run, because it is being
   * written or comes next.
   */
  canServe(n: number, part?: number): boolean {
    const { from, isCopy, parts, startPart, to } = this.options
    if (this.hasEnded || n < this.position || n >= to) return false
    if (n === from && (part ?? 0) < startPart) return false
    if (part === undefined || isCopy) return n <= Math.max(this.position, from) + (isCopy ? 2 : 1)
    return parts.firsts[n]! + part <= this.partPosition + PARTS_WORTH_WAITING
  }

  /** A viewer requested `n`: the run may continue from there. */
  ask(n: number, viewer: string | undefined, user?: string): void {
    if (viewer !== undefined) this.viewers.add(viewer)
    if (user !== undefined) this.users.add(user)
    this.lastAsked = performance.now()
    this.wanted = Math.max(this.wanted, n)
    this.isLeft = false
    this.releaseGate()
  }

  /**
   * A reader disconnected before getting the requested bytes, by seeking or closing the page. Until the next request,
   * the run then makes nothing ahead, which had cost the video that the viewer opened next 5 s of two cores.
   */
  left(): void {
    this.isLeft = true
  }

  /** A reader arrived and waits for segments that the run has held back. */
  joined(): void {
    this.isLeft = false
    this.releaseGate()
  }

  /** The segment once it, or the part, has begun; `undefined` if the run ended normally without it. */
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

  /** A segment has begun, or the next part of it. */
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
    // A short segment may lack a part for which a reader waits. The reader then gets the existing ones from the cache.
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
   * Pending while the run is far enough ahead, or all readers have left. Not reading the pipe costs 0.00 CPU s, and the
   * run resumes immediately.
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

  /** True if no one reads from it or waits for it. */
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
