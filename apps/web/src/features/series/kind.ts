import { Tv } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "series",
  contents: "videos",
  position: 9,
  routes: { list: "series", detail: "series-one" },
  words: kindWords(defineMessages("series.kind", { title: "Series", one: "series", many: "series" })),
  icon: Tv,
  isGroup: true,
  key: "e"
}
