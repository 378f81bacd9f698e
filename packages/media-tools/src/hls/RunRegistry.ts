import type { HlsDescription } from "./HlsEngine.ts"
import type { LiveRun } from "./LiveRun.ts"

/** Two viewers of one rendition at two places have two runs; more than three share or wait. */
const MAX_PER_RENDITION = 3
/** A run that served a request so recently is not stopped for another. */
const MIN_IDLE_MS = 5_000
/** hls.js asks for the next segment at most some 20 s after the last. */
export const IDLE_LIMIT_MS = 30_000

/** Every live run of this process. Decides who shares, who must go; starts and stops nothing itself. */
export class RunRegistry {
  private readonly runs = new Set<LiveRun>()
  private readonly listeners = new Set<() => void>()
  private readonly maxEncodes: number
  private readonly maxPerUser: number

  constructor(maxEncodes: number, maxPerUser: number) {
    this.maxEncodes = maxEncodes
    this.maxPerUser = maxPerUser
  }

  add(run: LiveRun): void {
    this.runs.add(run)
    if (run.options.isCopy) return
    const told = [...this.listeners]
    this.listeners.clear()
    for (const tell of told) tell()
  }

  /** `tell` is called once, for the next encoder that is added, unless what is answered is called before. */
  onEncode(tell: () => void): () => void {
    this.listeners.add(tell)
    return () => this.listeners.delete(tell)
  }

  remove(run: LiveRun): void {
    this.runs.delete(run)
  }

  all(): ReadonlyArray<LiveRun> {
    return [...this.runs]
  }

  ofVideo(videoId: string): ReadonlyArray<LiveRun> {
    return this.all().filter((run) => run.options.videoId === videoId)
  }

  ofRendition(videoId: string, height: number): ReadonlyArray<LiveRun> {
    return this.ofVideo(videoId).filter((run) => run.options.height === height)
  }

  /** A run that writes `n`, or the part of it, now or next. */
  reaching(
    videoId: string,
    description: HlsDescription,
    height: number,
    n: number,
    part?: number
  ): LiveRun | undefined {
    return this.ofRendition(videoId, height).find(
      (run) => run.options.generation === description.generation && run.canServe(n, part)
    )
  }

  /** Tells the runs that this viewer follows how far they are, for segments that came from the cache. */
  noteProgress(
    videoId: string,
    { generation }: HlsDescription,
    height: number,
    n: number,
    viewer: string | undefined
  ): void {
    for (const run of this.ofRendition(videoId, height)) {
      const { from, to } = run.options
      const isFollowing =
        run.options.generation === generation && n >= from && n < to && n <= run.position + 1
      if (isFollowing && (viewer === undefined || run.viewers.has(viewer))) run.ask(n, viewer)
    }
  }

  /** What only this viewer used, and asked for before `since`: they ask elsewhere now, so it is of no use. */
  abandonedBy(videoId: string, viewer: string, since: number): ReadonlyArray<LiveRun> {
    return this.ofVideo(videoId).filter(
      (run) => run.viewers.size === 1 && run.viewers.has(viewer) && run.lastAskedAt < since && run.isIdle()
    )
  }

  expired(): ReadonlyArray<LiveRun> {
    return this.all().filter((run) => run.isIdle() && run.idleMs() > IDLE_LIMIT_MS)
  }

  /** The encoders that run for this user alone; one that another user follows, too, is not theirs to pay for. */
  private encodesOf(user: string | undefined): ReadonlyArray<LiveRun> {
    if (user === undefined) return []
    return this.all().filter(({ options, users }) => !options.isCopy && users.size === 1 && users.has(user))
  }

  /** Whether this user has as many encoders as one may have. */
  isUserFull(user: string | undefined): boolean {
    return this.encodesOf(user).length >= this.maxPerUser
  }

  /**
   * What must end before one more run may start: `[]` when there is room, `undefined` when there is none and
   * nothing may be given up. Copies cost 0.0006 CPU s per second of video and are not counted against the CPU.
   */
  runsToEvict({
    generation,
    height,
    isCopy,
    user,
    videoId
  }: RunQuestion): ReadonlyArray<LiveRun> | undefined {
    const siblings = this.ofRendition(videoId, height).filter((run) => run.options.generation === generation)
    if (siblings.length >= MAX_PER_RENDITION) return oldestIdle(siblings)
    if (isCopy) return []
    // A user gives way to themselves first: what they left goes before anything of others.
    if (this.isUserFull(user)) return oldestIdle(this.encodesOf(user))
    const encodes = this.all().filter((run) => !run.options.isCopy)
    return encodes.length >= this.maxEncodes ? oldestIdle(encodes) : []
  }
}

/** What is to be started. */
export interface RunQuestion {
  readonly videoId: string
  readonly generation: string
  readonly height: number
  readonly isCopy: boolean
  readonly user: string | undefined
}

const oldestIdle = (runs: ReadonlyArray<LiveRun>): ReadonlyArray<LiveRun> | undefined => {
  const idle = runs
    .filter((run) => run.isIdle() && run.idleMs() > MIN_IDLE_MS)
    .sort((a, b) => b.idleMs() - a.idleMs())
  return idle[0] === undefined ? undefined : [idle[0]]
}
