import { Film } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds"

export const kind: KindInfo = {
  kind: "video",
  contents: "videos",
  position: 10,
  routes: { list: "videos", detail: "video" },
  words: { title: "Videos", one: "video", many: "videos" },
  icon: Film,
  key: "v"
}
