import { createHash } from "node:crypto"

/** Returns the first 16 bytes of the path's SHA-256. Paths may have any length, but index entries may not. */
export const pathHash = (relative: Buffer): Buffer =>
  createHash("sha256").update(relative).digest().subarray(0, hashBytes)

/** Returns a hash as a map key. The key has one character per byte, which is half the size of hex. */
export const keyOfHash = (hash: Buffer): string => hash.toString("latin1")
export const keyOf = (relative: Buffer): string => keyOfHash(pathHash(relative))

const hashBytes = 16

/** A list of path hashes with 16 bytes each. A million missing files take 16 MB instead of hundreds of megabytes. */
export class PathHashes {
  #bytes = Buffer.allocUnsafe(hashBytes * 64)
  #size = 0

  get size(): number {
    return this.#size
  }

  add(hash: Buffer): void {
    const end = (this.#size + 1) * hashBytes
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2)
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    hash.copy(this.#bytes, this.#size * hashBytes)
    this.#size += 1
  }

  /** Yields the hashes in chunks of at most `count`. */
  *chunks(count: number): Generator<ReadonlyArray<Buffer>> {
    for (let from = 0; from < this.#size; from += count) {
      const length = Math.min(count, this.#size - from)
      yield Array.from({ length }, (_, n) =>
        this.#bytes.subarray((from + n) * hashBytes, (from + n + 1) * hashBytes)
      )
    }
  }
}
