import { defineSlice } from "../defineSlice.ts"
import { imageKind } from "./kind.ts"

export const imagesSlice = defineSlice({
  name: "images",
  about: "photos and drawings",
  stores: "nothing yet: what all items have in common",
  kinds: [imageKind]
})
