/**
 * Finds the marker in the output of a shell: the line with the exit code, which the shell writes after the output of
 * each command.
 */
export class ExitMarker {
  private readonly pattern: RegExp
  private readonly longest: number
  private tail = ""
  private found: RegExpExecArray | undefined

  constructor(name: string) {
    this.pattern = new RegExp(`\\n${name} (\\d+)\\n$`)
    this.longest = name.length + 6
  }

  get exitCode(): number | undefined {
    return this.found === undefined ? undefined : Number(this.found[1])
  }

  /** Length of the marker in bytes. 0 until the marker was found. */
  get length(): number {
    return this.found?.[0].length ?? 0
  }

  push(chunk: Buffer): void {
    this.tail = (this.tail + chunk.toString("latin1", Math.max(0, chunk.length - this.longest))).slice(
      -this.longest
    )
    this.found = this.pattern.exec(this.tail) ?? undefined
  }

  /** Returns the output before the marker, and starts to search for the next marker. */
  cut<A extends { readonly length: number; slice(from: number, to: number): A }>(output: A): A {
    const own = output.slice(0, output.length - this.length)
    this.tail = ""
    this.found = undefined
    return own
  }
}
