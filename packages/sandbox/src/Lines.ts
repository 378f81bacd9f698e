const MOST_LINE = 8 * 1024

/** Splits a stream into lines. The end of a long line is dropped, so memory use stays limited. */
export class Lines {
  private left = ""
  private readonly decoder = new TextDecoder()
  private readonly onLine: (line: string) => void

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine
  }

  push(chunk: Uint8Array): void {
    const parts = (this.left + this.decoder.decode(chunk, { stream: true })).split("\n")
    this.left = parts.pop()!.slice(0, MOST_LINE)
    for (const part of parts) this.onLine(part.slice(0, MOST_LINE).replace(/\r$/, ""))
  }

  end(): void {
    if (this.left !== "") this.onLine(this.left)
    this.left = ""
  }
}
