import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MediaProcess } from "@media/media-tools/MediaProcess"

/** A process of a media tool. */
export interface StartedTool {
  readonly pid: number
  readonly args: ReadonlyArray<string>
}

/** Provides the real tools, and adds every streaming process that they start to `started`. */
export const countingTools = (started: Array<StartedTool>) =>
  Layer.effect(
    MediaProcess,
    Effect.map(MediaProcess, (tools) => ({
      ...tools,
      stream: (command) =>
        Effect.tap(tools.stream(command), ({ pid }) => {
          started.push({ pid, args: command.args.filter((argument) => typeof argument === "string") })
        })
    }))
  )
