import { installRoot } from "@media/kernel/ProcessConfig"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

/** A thread takes 30 ms to start, and 10 MB while it lives. */
const IDLE_MILLIS = 10_000

export interface HeadsQuestion {
  readonly root: Buffer
  /** Absolute, below the root. */
  readonly paths: ReadonlyArray<Buffer>
  /** Maximum number of bytes per file. */
  readonly bytes: number
}

type Heads = ReadonlyArray<Buffer | undefined>

interface Answer {
  readonly id: number
  readonly heads: Uint8Array
  /** Number of bytes read per file; -1 if it was not read. */
  readonly lengths: ReadonlyArray<number>
}

interface Pending {
  readonly bytes: number
  readonly resolve: (heads: Heads) => void
  readonly reject: (cause: Error) => void
}

/**
 * Reads the first bytes of regular files inside a root, in a thread that answers one question after another and ends
 * when there are none. A file takes six file system calls: through Node's pool they cost the caller 480 microseconds,
 * in a thread that may block for each of them 30.
 */
export class FileHeads {
  #thread: Worker | undefined
  #count = 0
  readonly #pending = new Map<number, Pending>()
  #idle: NodeJS.Timeout | undefined

  /**
   * In the order of the paths; undefined for files that were not read, for any reason, and for links, which are not
   * followed. Rejects if the thread ends meanwhile. If the file system does not answer, it stays pending until `close`.
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

  /** Abandons the pending questions. The next question starts another thread. */
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
    // The exit event follows.
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
      lengths.map((length, index) =>
        length < 0 ? undefined : Buffer.from(heads.buffer, index * asked.bytes, length)
      )
    )
    if (this.#pending.size > 0) return
    this.#idle = setTimeout(() => this.close(), IDLE_MILLIS)
    this.#idle.unref()
  }
}
