import { Film } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "video",
  contents: "videos",
  position: 10,
  routes: { list: "videos", detail: "video" },
  words: kindWords(defineMessages("videos.kind", { title: "Videos", one: "video", many: "videos" })),
  icon: Film,
  key: "v"
}
