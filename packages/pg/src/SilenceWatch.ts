import type pg from "pg"

/** A client with the socket that its types do not declare. */
interface Wired {
  readonly connection: { readonly stream: { destroy: () => void } }
}

const TICKS = 8

/**
 * Ends the statements of a database that has stopped answering. A frozen server sends neither answers nor errors, and a
 * long statement looks the same from outside. So after half of `millis` without any answer, a probe connects
 * separately. If the database answers the probe, it is busy and its statements continue. If not, every statement that
 * has waited for `millis` fails with a lost connection.
 */
export class SilenceWatch {
  private readonly pending = new Map<object, { readonly client: pg.Client; readonly begunAt: number }>()
  private answeredAt = Number.NEGATIVE_INFINITY
  private timer: NodeJS.Timeout | undefined
  private isProbing = false

  private readonly millis: number
  private readonly probe: () => Promise<void>

  constructor(millis: number, probe: () => Promise<void>) {
    this.millis = millis
    this.probe = probe
  }

  /** Starts watching a statement; call the result when it has ended. */
  begin(client: pg.Client): (isAnswered: boolean) => void {
    const key = {}
    this.pending.set(key, { client, begunAt: performance.now() })
    this.timer ??= setInterval(() => this.look(), this.millis / TICKS).unref()
    return (isAnswered) => {
      this.pending.delete(key)
      if (isAnswered) this.answeredAt = performance.now()
    }
  }

  private look(): void {
    // Statements are ordered by their start.
    const [oldest] = this.pending.values()
    if (oldest === undefined) {
      clearInterval(this.timer)
      this.timer = undefined
      return
    }
    const silentFor = performance.now() - Math.max(oldest.begunAt, this.answeredAt)
    if (silentFor >= this.millis) this.endSilent()
    else if (silentFor >= this.millis / 2 && !this.isProbing) this.ask()
  }

  private ask(): void {
    this.isProbing = true
    void this.probe()
      .then(
        () => (this.answeredAt = performance.now()),
        () => undefined
      )
      .finally(() => (this.isProbing = false))
  }

  private endSilent(): void {
    const before = performance.now() - this.millis
    for (const { begunAt, client } of this.pending.values())
      if (begunAt <= before) (client as unknown as Wired).connection.stream.destroy()
  }
}
