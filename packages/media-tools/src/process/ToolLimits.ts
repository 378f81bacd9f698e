import { Children } from "@media/children/Children"
import { liveChildren } from "@media/children/LiveChildren"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The limits that this system enforces for ffmpeg and ffprobe. A field is `false` if the system cannot enforce the
 * limit. Commands that request the limit then run without it.
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
