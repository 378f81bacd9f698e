import { readSync } from "node:fs"
import { AbstractTokenizer, EndOfStreamError } from "strtok3"
import { openRegular } from "./openRegular.mjs"

/**
 * Size of each read in bytes. music-metadata requests only a few bytes at a time, mostly at the beginning of the file.
 */
const WINDOW = 64 * 1024

/**
 * A file that is read through a buffered window. Reads are synchronous: this process does nothing else, so it does not
 * need Node's thread pool.
 */
class OpenFile {
  #start = 0
  #window = Buffer.alloc(0)

  constructor(descriptor, { mtimeMs, size }) {
    this.descriptor = descriptor
    this.size = size
    this.mtimeMs = Math.floor(mtimeMs)
  }

  #fetch(position, length) {
    const bytes = Buffer.allocUnsafe(length)
    let done = 0
    while (done < length) {
      const more = readSync(this.descriptor, bytes, done, length - done, position + done)
      if (more === 0) break
      done += more
    }
    return bytes.subarray(0, done)
  }

  /** Returns up to `length` bytes, fewer only at the end of the file. The result is valid until the next read. */
  read(position, length) {
    const wanted = Math.max(0, Math.min(length, this.size - position))
    if (wanted > WINDOW) return this.#fetch(position, wanted)
    if (position < this.#start || position + wanted > this.#start + this.#window.length) {
      this.#window = this.#fetch(position, Math.min(WINDOW, Math.max(0, this.size - position)))
      this.#start = position
    }
    return this.#window.subarray(position - this.#start, position - this.#start + wanted)
  }

  tokenizer(mimeType) {
    return new Tokenizer(this, mimeType)
  }
}

/**
 * The reader that music-metadata uses here. It takes half the time of music-metadata's own reader, which calls Node's
 * thread pool for each number.
 */
class Tokenizer extends AbstractTokenizer {
  #file

  constructor(file, mimeType) {
    super()
    this.#file = file
    this.fileInfo = { mimeType, size: file.size }
  }

  supportsRandomAccess() {
    return true
  }

  setPosition(position) {
    this.position = position
  }

  async readBuffer(target, options) {
    const { length, mayBeLess, position } = this.normalizeOptions(target, options)
    this.position = position + this.#copy(target, position, length, mayBeLess)
    return this.position - position
  }

  async peekBuffer(target, options) {
    const { length, mayBeLess, position } = this.normalizeOptions(target, options)
    return this.#copy(target, position, length, mayBeLess)
  }

  #copy(target, position, length, mayBeLess) {
    const bytes = this.#file.read(position, length)
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError()
    target.set(bytes)
    return bytes.length
  }
}

/** Opens a file like `openRegular`. The caller closes the descriptor. */
export const openFile = (root, path) => {
  const { descriptor, file } = openRegular(root, path)
  return new OpenFile(descriptor, file)
}
