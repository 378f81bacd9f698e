import * as Data from "effect/Data"

export type MediaTool = "ffmpeg" | "ffprobe"

/**
 * No usable binary was found. `tried` contains one message per candidate, with the reason why the candidate was
 * rejected.
 */
export class MediaToolMissing extends Data.TaggedError("MediaToolMissing")<{
  readonly tool: MediaTool
  readonly tried: ReadonlyArray<string>
}> {
  override get message(): string {
    const variable = this.tool === "ffmpeg" ? "MEDIA_FFMPEG_BIN" : "MEDIA_FFPROBE_BIN"
    const seen = this.tried.length === 0 ? "" : ` Tried: ${this.tried.join("; ")}.`
    return `No usable ${this.tool} was found. Install ${this.tool} 4.4 or newer, or set ${variable}.${seen}`
  }
}

/**
 * The tool exited with an error, was killed from outside, or was rejected, for example because of too much output.
 * `stderrTail` contains at most the last 64 KiB of its stderr.
 */
export class MediaProcessFailed extends Data.TaggedError("MediaProcessFailed")<{
  readonly tool: MediaTool
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stderrTail: string
}> {
  override get message(): string {
    // If the tool exceeds a limit, it fails with MediaProcessTimeout instead. This signal therefore comes from the
    // kernel (out of memory) or from a user at a terminal.
    if (this.signal === "SIGKILL")
      return `${this.tool} was killed, most likely because the machine ran out of memory`
    const end = this.signal === null ? `exit code ${this.exitCode}` : `signal ${this.signal}`
    const lastLine = this.stderrTail.trim().split("\n").at(-1) ?? ""
    return `${this.tool} failed with ${end}${lastLine === "" ? "" : `: ${lastLine.slice(0, 300)}`}`
  }
}

/**
 * The tool was stopped because it exceeded a limit. `kind` states which limit:
 * - `wall`: `limitMs` of total time
 * - `cpu`: `limitMs` of CPU time
 * - `silence`: `limitMs` without output
 */
export class MediaProcessTimeout extends Data.TaggedError("MediaProcessTimeout")<{
  readonly tool: MediaTool
  readonly kind: "wall" | "silence" | "cpu"
  readonly limitMs: number
}> {
  override get message(): string {
    const what = this.kind === "silence" ? "produced no output" : "did not finish"
    const clock = this.kind === "cpu" ? " of CPU time" : ""
    return `${this.tool} ${what} within ${this.limitMs / 1000} s${clock} and was stopped`
  }
}

export type MediaProcessError = MediaToolMissing | MediaProcessFailed | MediaProcessTimeout
