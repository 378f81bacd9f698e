const LIMIT = 64 * 1024

/** Keeps the last 64 KiB of a tool's stderr, regardless of how much the tool writes. */
export class StderrTail {
  private chunks: Array<Buffer> = []
  private length = 0

  push(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.length += chunk.length
    if (this.length > 2 * LIMIT) this.compact()
  }

  text(): string {
    this.compact()
    return this.chunks[0]?.toString("utf8") ?? ""
  }

  private compact(): void {
    const all = Buffer.concat(this.chunks)
    const kept = all.length > LIMIT ? Buffer.from(all.subarray(all.length - LIMIT)) : all
    this.chunks = [kept]
    this.length = kept.length
  }
}
