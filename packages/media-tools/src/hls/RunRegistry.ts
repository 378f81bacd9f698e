import type { HlsDescription } from "./HlsEngine.ts"
import type { LiveRun } from "./LiveRun.ts"

/**
 * Maximum number of runs per rendition. Viewers at distant positions need separate runs. If there are already three, a
 * viewer replaces an idle run or waits.
 */
const MAX_PER_RENDITION = 3
/** Minimum idle time in milliseconds before a run is stopped to make room for another run. */
const MIN_IDLE_MS = 5_000
/**
 * Idle time in milliseconds after which a run is stopped. During playback, hls.js requests a segment at least every 20
 * s.
 */
export const IDLE_LIMIT_MS = 30_000

/**
 * Keeps a list of the live runs of this process. Decides which requests share a run and which runs must stop. The
 * callers start and stop the runs.
 */
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

  /** Calls `tell` once when the next encoder is added, unless the returned function is called first. */
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

  /** Returns a run that is writing segment `n`, or the given part of it, or will write it next. */
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

  /**
   * Reports the viewer's position to the runs that the viewer uses. Otherwise these runs would not notice requests that
   * are served from the cache.
   */
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

  /**
   * Returns the idle runs that only this viewer used, and whose last request is older than `since`. The caller stops
   * them, because the viewer has moved to another position.
   */
  abandonedBy(videoId: string, viewer: string, since: number): ReadonlyArray<LiveRun> {
    return this.ofVideo(videoId).filter(
      (run) => run.viewers.size === 1 && run.viewers.has(viewer) && run.lastAskedAt < since && run.isIdle()
    )
  }

  expired(): ReadonlyArray<LiveRun> {
    return this.all().filter((run) => run.isIdle() && run.idleMs() > IDLE_LIMIT_MS)
  }

  /**
   * Returns the encoders that only this user uses. Encoders shared with other users do not count toward the limit per
   * user.
   */
  private encodesOf(user: string | undefined): ReadonlyArray<LiveRun> {
    if (user === undefined) return []
    return this.all().filter(({ options, users }) => !options.isCopy && users.size === 1 && users.has(user))
  }

  /** True if this user has the maximum number of encoders. */
  isUserFull(user: string | undefined): boolean {
    return this.encodesOf(user).length >= this.maxPerUser
  }

  /**
   * Returns the runs that must end before another one may start: `[]` if there is room, `undefined` if there is no room
   * and no run may be stopped. Copies take 0.0006 CPU s per second of video and do not count.
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
    // A user's own idle runs are evicted before other users' runs.
    if (this.isUserFull(user)) return oldestIdle(this.encodesOf(user))
    const encodes = this.all().filter((run) => !run.options.isCopy)
    return encodes.length >= this.maxEncodes ? oldestIdle(encodes) : []
  }
}

/** Describes the run that a request would start. */
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
