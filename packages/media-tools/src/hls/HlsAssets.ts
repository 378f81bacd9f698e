import type { AssetKind, CacheLimits } from "@media/assets/AssetKind"
import * as Schema from "effect/Schema"
import { isTrickplay, SIDECAR_NAME } from "./CachePaths.ts"

/** Of a complete conversion; `Sidecar` has the rest. */
const Recorded = Schema.Struct({ bytes: Schema.Number })

/** `folder`: `${cache}/hls`. */
export const hlsAssets = (folder: string, limits: CacheLimits): AssetKind => ({
  name: "hls",
  folder,
  limits,
  isKept: isTrickplay,
  recordedBytes: async (item) => (await item.readJson(SIDECAR_NAME, Recorded))?.bytes
})
