import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MediaProcess } from "@media/media-tools/MediaProcess"

/** The started tools, in order. */
export interface StartedTool {
  readonly pid: number
  readonly args: ReadonlyArray<string>
}

/** The real tools, with a list of every streaming run that was started through them. */
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
