import { AssetFolder } from "@media/assets/AssetFolder"
import type { AssetKind, CacheLimits } from "@media/assets/AssetKind"
import * as Schema from "effect/Schema"
import { isTrickplay, SIDECAR_NAME } from "./CachePaths.ts"
import { isChoiceName } from "./TrackChoice.ts"

/**
 * The part of a sidecar that the asset store needs. `bytes` includes the conversions with tracks that viewers chose.
 */
const Recorded = Schema.Struct({ bytes: Schema.Number })

/** Describes the HLS files to the asset store. `folder` is `${cache}/hls`. */
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
