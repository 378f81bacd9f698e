import { Images } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "gallery",
  contents: "images",
  position: 15,
  routes: { list: "galleries", detail: "gallery" },
  words: kindWords(
    defineMessages("galleries.kind", { title: "Photo albums", one: "photo album", many: "photo albums" })
  ),
  icon: Images,
  isGroup: true,
  key: "g"
}
