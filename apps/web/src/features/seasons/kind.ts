import { Layers } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "season",
  contents: "videos",
  position: 12,
  routes: { list: "seasons", detail: "season" },
  words: kindWords(defineMessages("seasons.kind", { title: "Seasons", one: "season", many: "seasons" })),
  icon: Layers,
  isGroup: true,
  isNested: true,
  key: "n"
}
