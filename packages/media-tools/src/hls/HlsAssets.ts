import { AssetFolder } from "@media/assets/AssetFolder"
import type { AssetKind, CacheLimits } from "@media/assets/AssetKind"
import * as Schema from "effect/Schema"
import { isTrickplay, SIDECAR_NAME } from "./CachePaths.ts"
import { isChoiceName } from "./TrackChoice.ts"

/**
 * The fields recorded for a complete conversion; `Sidecar` has the others. Conversions for chosen tracks are added to
 * it.
 */
const Recorded = Schema.Struct({ bytes: Schema.Number })

/** `folder`: `${cache}/hls`. */
export const hlsAssets = (folder: string, limits: CacheLimits): AssetKind => ({
  name: "hls",
  folder,
  limits,
  isKept: isTrickplay,
  recordedBytes: async (item) => {
    const recorded = await item.readJson(SIDECAR_NAME, Recorded)
    if (recorded === undefined) return undefined
    const choices = (await item.names()).filter(isChoiceName)
    const sizes = await Promise.all(choices.map((name) => new AssetFolder(item.file(name)).bytes()))
    return sizes.reduce((sum, size) => sum + size, recorded.bytes)
  }
})
