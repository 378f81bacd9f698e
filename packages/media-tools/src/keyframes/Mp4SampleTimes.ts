import type { Steps } from "./InSteps.ts"
import { type Box, tableEntries } from "./Mp4Boxes.ts"

/**
 * Reads a table that stores runs of equal values for consecutive samples (`stts`, `ctts`). Can only be read forward.
 */
class RunTable {
  private readonly data: Buffer
  private readonly start: number
  private readonly entries: number
  private readonly isSigned: boolean
  private entry = 0
  private firstOfRun = 0
  private sum = 0

  constructor(data: Buffer, box: Box) {
    this.data = data
    this.start = box.start + 8
    this.entries = tableEntries(data, box, 8, 8)
    // According to the standard, offsets in version 0 of ctts are unsigned. Writers and ffmpeg's reader treat them as
    // signed.
    this.isSigned = true
  }

  /**
   * Returns the value of a sample, and the sum of the values of all earlier samples. Call this for samples in ascending
   * order.
   */
  *at(sample: number): Steps<{ readonly value: number; readonly sumBefore: number }> {
    while (this.entry < this.entries && sample >= this.firstOfRun + this.count()) {
      if ((this.entry & 16_383) === 0) yield
      this.sum += this.count() * this.value()
      this.firstOfRun += this.count()
      this.entry += 1
    }
    if (this.entry >= this.entries) return { value: 0, sumBefore: this.sum }
    return { value: this.value(), sumBefore: this.sum + (sample - this.firstOfRun) * this.value() }
  }

  private count(): number {
    return this.data.readUInt32BE(this.start + this.entry * 8)
  }

  private value(): number {
    const at = this.start + this.entry * 8 + 4
    return this.isSigned ? this.data.readInt32BE(at) : this.data.readUInt32BE(at)
  }
}

/**
 * Returns the presentation times of the given samples in the track's time units. The samples must be in ascending
 * order.
 */
export function* presentationTimes(
  data: Buffer,
  stts: Box,
  ctts: Box | undefined,
  samples: ReadonlyArray<number>
): Steps<ReadonlyArray<number>> {
  const decode = new RunTable(data, stts)
  const offset = ctts === undefined ? undefined : new RunTable(data, ctts)
  const times: Array<number> = []
  for (const sample of samples) {
    const { sumBefore } = yield* decode.at(sample)
    times.push(sumBefore + (offset === undefined ? 0 : (yield* offset.at(sample)).value))
  }
  return times
}
