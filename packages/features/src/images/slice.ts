import { defineSlice } from "../defineSlice.ts"
import { ImagesGroup } from "./contract.ts"
import { ImagesLive } from "./http.ts"
import { imageKind } from "./kind.ts"
import { imageSourceRoute } from "./raw.ts"

export const imagesSlice = defineSlice({
  name: "images",
  about: "photos and drawings",
  stores: "nothing yet: what all items have in common",
  groups: [[ImagesGroup, ImagesLive]],
  raw: [imageSourceRoute],
  kinds: [imageKind]
})
