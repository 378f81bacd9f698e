import { installRoot } from "@media/kernel/ProcessConfig"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

/** It takes 30 ms to start, and 10 MB while it lives. */
const IDLE_MILLIS = 10_000

export interface HeadsQuestion {
  readonly root: Buffer
  /** Absolute, below the root. */
  readonly paths: ReadonlyArray<Buffer>
  /** Of each file, at most. */
  readonly bytes: number
}

type Heads = ReadonlyArray<Buffer | undefined>

interface Answer {
  readonly id: number
  readonly heads: Uint8Array
  /** Of each; -1 for what was not read. */
  readonly lengths: ReadonlyArray<number>
}

interface Pending {
  readonly bytes: number
  readonly resolve: (heads: Heads) => void
  readonly reject: (cause: Error) => void
}

/**
 * The first bytes of regular files that lie inside a root, by a thread that answers one question after another and ends when there
 * are none. A file is six calls of the file system: by Node's pool they cost the one who asks 480 microseconds, by a thread that may
 * wait for each of them 30.
 */
export class FileHeads {
  #thread: Worker | undefined
  #count = 0
  readonly #pending = new Map<number, Pending>()
  #idle: NodeJS.Timeout | undefined

  /**
   * In the order of the paths; undefined for what was not read, for any reason, and for links, which are not followed. Rejects when
   * the thread ends meanwhile. Where the file system does not answer it stays open until `close`.
   */
  read({ bytes, paths, root }: HeadsQuestion): Promise<Heads> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#idle)
      const id = (this.#count += 1)
      this.#pending.set(id, { bytes, resolve, reject })
      this.#thread ??= this.#start()
      const textOf = (path: Buffer) => path.toString("latin1")
      this.#thread.postMessage({ id, root: textOf(root), paths: paths.map(textOf), bytes })
    })
  }

  /** Gives up what was asked. The next question starts another thread. */
  close(): void {
    clearTimeout(this.#idle)
    void this.#thread?.terminate()
    this.#thread = undefined
    const given = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of given)
      reject(new Error("The thread that reads the first bytes of files has ended"))
  }

  #start(): Worker {
    const thread = new Worker(join(installRoot(), "packages/media-tools/bin/heads.mjs"), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
    })
    thread.unref()
    thread.on("message", (answer: Answer) => this.#onAnswer(answer))
    // Its end follows.
    thread.on("error", () => undefined)
    thread.on("exit", () => {
      if (this.#thread === thread) this.close()
    })
    return thread
  }

  #onAnswer({ heads, id, lengths }: Answer): void {
    const asked = this.#pending.get(id)
    if (asked === undefined) return
    this.#pending.delete(id)
    asked.resolve(
      lengths.map((length, place) =>
        length < 0 ? undefined : Buffer.from(heads.buffer, place * asked.bytes, length)
      )
    )
    if (this.#pending.size > 0) return
    this.#idle = setTimeout(() => this.close(), IDLE_MILLIS)
    this.#idle.unref()
  }
}
