import { Children } from "@media/children/Children"
import { liveChildren } from "@media/children/LiveChildren"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Reports which limits this system can enforce for ffmpeg and ffprobe. If a field is `false`, commands that request the
 * limit run without it.
 */
export class ToolLimits extends Context.Tag("@media/media-tools/ToolLimits")<
  ToolLimits,
  { readonly limits: boolean; readonly network: boolean }
>() {
  static readonly layer = Layer.effect(
    ToolLimits,
    Effect.map(Children, ({ launcher }) => ({
      limits: launcher.enforced.limits,
      network: launcher.enforced.network
    }))
  ).pipe(Layer.provide(liveChildren))
}
