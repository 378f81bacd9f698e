import type pg from "pg"

/** The socket of a client, which the driver's types do not declare. */
interface Wired {
  readonly connection: { readonly stream: { destroy: () => void } }
}

const TICKS = 8

/**
 * Ends the statements of a database that has stopped responding. A frozen server sends neither results nor errors, and
 * neither does a server that executes a long statement. After half of `millis` without any response, a probe therefore
 * opens a separate connection. If the database responds to the probe, it is busy, and its statements continue.
 * Otherwise, every statement that has waited for `millis` fails with the error for a lost connection.
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

  /** Starts watching a statement. Call the returned function when the statement has ended. */
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
    // The map keeps statements in the order in which they started.
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
