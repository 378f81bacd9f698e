import * as Schema from "effect/Schema"

export const MediaTool = Schema.Literal("ffmpeg", "ffprobe")
export type MediaTool = typeof MediaTool.Type

/** No usable binary. `tried` lists the candidates, one line each, with the reason for rejecting it. */
export class MediaToolMissing extends Schema.TaggedError<MediaToolMissing>()("MediaToolMissing", {
  tool: MediaTool,
  tried: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const variable = this.tool === "ffmpeg" ? "MEDIA_FFMPEG_BIN" : "MEDIA_FFPROBE_BIN"
    const seen = this.tried.length === 0 ? "" : ` Looked at: ${this.tried.join("; ")}.`
    return `No usable ${this.tool} was found. Install ${this.tool} 4.4 or newer, or set ${variable}.${seen}`
  }
}

/** The tool failed by itself. `stderrTail` contains at most the last 64 KiB of its stderr. */
export class MediaProcessFailed extends Schema.TaggedError<MediaProcessFailed>()("MediaProcessFailed", {
  tool: MediaTool,
  exitCode: Schema.NullOr(Schema.Number),
  signal: Schema.NullOr(Schema.String),
  stderrTail: Schema.String
}) {
  override get message(): string {
    // Our own limits are MediaProcessTimeout, so this was the kernel or a person at a terminal.
    if (this.signal === "SIGKILL")
      return `${this.tool} was killed, most likely because the machine ran out of memory`
    const end = this.signal === null ? `exit code ${this.exitCode}` : `signal ${this.signal}`
    const lastLine = this.stderrTail.trim().split("\n").at(-1) ?? ""
    return `${this.tool} failed with ${end}${lastLine === "" ? "" : `: ${lastLine.slice(0, 300)}`}`
  }
}

/**
 * The tool was stopped: it exceeded `limitMs` in total (`wall`) or of CPU time (`cpu`), or wrote nothing for that long
 * (`silence`).
 */
export class MediaProcessTimeout extends Schema.TaggedError<MediaProcessTimeout>()("MediaProcessTimeout", {
  tool: MediaTool,
  kind: Schema.Literal("wall", "silence", "cpu"),
  limitMs: Schema.Number
}) {
  override get message(): string {
    const what = this.kind === "silence" ? "gave no output" : "did not finish"
    const clock = this.kind === "cpu" ? " of CPU time" : ""
    return `${this.tool} ${what} within ${this.limitMs / 1000} s${clock} and was stopped`
  }
}

export type MediaProcessError = MediaToolMissing | MediaProcessFailed | MediaProcessTimeout
