import { Image } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds"

export const kind: KindInfo = {
  kind: "image",
  contents: "images",
  position: 20,
  routes: { list: "images", detail: "image" },
  words: { title: "Images", one: "image", many: "images" },
  icon: Image,
  key: "i"
}
