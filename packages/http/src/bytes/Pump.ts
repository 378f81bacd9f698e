import { read } from "node:fs"
import type { ServerResponse } from "node:http"

/**
 * 1 MiB for each transfer: a range that fits is read at once, a longer one in halves, the next read while the last is
 * written. Each read costs a thread's turn (45 us of 0.5 ms for 1 MiB), and smaller pieces cost the bytes themselves more:
 * `createReadStream` with its 64 KiB reaches half.
 */
const bufferBytes = 1024 * 1024
const spare: Array<Buffer> = []
const maxSpare = 16

const takeBuffer = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
const giveBack = (buffer: Buffer): void => {
  if (spare.length < maxSpare) spare.push(buffer)
}

/**
 * Writes the bytes `[start, end]` of an open file to a response whose head is already set, and ends it. Resolves when
 * the last byte is handed over or the client is gone; a file that turns out shorter breaks the connection off, since
 * a clean end would pass for the whole, and gives false. The descriptor stays open.
 */
export const pump = (fd: number, start: number, end: number, response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const whole = takeBuffer()
    const halves = [whole.subarray(0, bufferBytes / 2), whole.subarray(bufferBytes / 2)]
    const free = end - start < bufferBytes ? [whole] : [...halves]
    const pieces = free.length
    let position = start
    let isReading = false
    let isOver = false
    let isWhole = true

    // Memory is given back when every write was answered and no read can touch it any more. If not it is left to the
    // collector: a write that met a socket just destroyed is never answered, so it must not be waited for.
    const settle = () => {
      if (!isOver || isReading) return
      if (free.length === pieces) giveBack(whole)
      free.length = 0
      resolve(isWhole)
    }
    const finish = () => {
      isOver = true
      settle()
    }
    response.once("close", finish)

    const next = () => {
      const buffer = free.pop()
      if (buffer === undefined) return
      if (isOver || isReading) {
        free.push(buffer)
        return
      }
      isReading = true
      read(fd, buffer, 0, Math.min(buffer.length, end - position + 1), position, (error, bytesRead) => {
        isReading = false
        if (isOver || error !== null || bytesRead === 0) {
          free.push(buffer)
          if (!isOver) {
            isWhole = false
            response.destroy()
          }
          settle()
          return
        }
        position += bytesRead
        const piece = bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead)
        const written = () => {
          free.push(buffer)
          if (isOver) settle()
          else next()
        }
        if (position > end) {
          response.end(piece, () => {
            free.push(buffer)
            finish()
          })
        } else {
          response.write(piece, written)
          next()
        }
      })
    }
    next()
  })
