import { pluginStream } from "@media/features/app/plugins/ids"
import type { Step, World } from "./World.ts"

/** Returns steps that allow or block websites for a few plugins, and revert these decisions. */
export const pluginSteps = ({ appendTo, random }: World): ReadonlyArray<Step> => [
  () => {
    const pluginId = random.oneOf(["first", "second"])
    return appendTo(pluginStream(pluginId), {
      _tag: "plugin.host-set.v1",
      ...{ pluginId, plugin: "A plugin", host: random.oneOf(["a.test", "b.test", "nas.local:8080"]) },
      access: random.oneOf(["allowed", "private", "refused", "manifest"])
    } as never)
  }
]
