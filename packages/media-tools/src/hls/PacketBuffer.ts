/**
 * Collects packets into a few large pieces, so that fewer writes are needed. The result of `take` is valid until
 * `clear`.
 */
export class PacketBuffer {
  private bytes = Buffer.allocUnsafe(256 * 1024)
  private start = 0
  private end = 0

  clear(): void {
    this.start = 0
    this.end = 0
  }

  append(packet: Buffer): void {
    if (this.end + packet.length > this.bytes.length) {
      // Pieces returned by `take` still refer to the old memory, which stays unchanged.
      const larger = Buffer.allocUnsafe(Math.max(this.bytes.length, 2 * (this.end - this.start)))
      this.bytes.copy(larger, 0, this.start, this.end)
      this.end -= this.start
      this.start = 0
      this.bytes = larger
    }
    packet.copy(this.bytes, this.end)
    this.end += packet.length
  }

  /** Returns the bytes since the last `take`. */
  take(): Buffer {
    const taken = this.bytes.subarray(this.start, this.end)
    this.start = this.end
    return taken
  }
}
