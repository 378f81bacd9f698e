import { createHash } from "node:crypto"

/** Represents a path by 16 bytes of its SHA-256, because paths have any length but index entries do not. */
export const pathHash = (relative: Buffer): Buffer =>
  createHash("sha256").update(relative).digest().subarray(0, hashBytes)

/** Key of a hash, or of a path's hash, in maps: one byte per character, half the size of hex. */
export const keyOfHash = (hash: Buffer): string => hash.toString("latin1")
export const keyOf = (relative: Buffer): string => keyOfHash(pathHash(relative))

const hashBytes = 16

/** A list of path hashes in 16 bytes each: a million missing files take 16 MB instead of hundreds. */
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

  /** In chunks of at most `count`. */
  *chunks(count: number): Generator<ReadonlyArray<Buffer>> {
    for (let from = 0; from < this.#size; from += count) {
      const length = Math.min(count, this.#size - from)
      yield Array.from({ length }, (_, n) =>
        this.#bytes.subarray((from + n) * hashBytes, (from + n + 1) * hashBytes)
      )
    }
  }
}
