import { Image } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds"

export const kind: KindInfo = {
  kind: "image",
  contents: "images",
  position: 20,
  routes: { list: "images", detail: "image" },
  pages: { list: () => import("./ImagesPage.vue"), detail: () => import("./ImagePage.vue") },
  words: { title: "Images", one: "image", many: "images" },
  icon: Image,
  key: "i"
}
