import { Image } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"
import { TIMELINE_ROUTE } from "./imageRoute"

export const kind: KindInfo = {
  kind: "image",
  contents: "images",
  position: 20,
  routes: { list: "images", detail: "image" },
  entry: TIMELINE_ROUTE,
  words: kindWords(defineMessages("images.kind", { title: "Photos", one: "photo", many: "photos" })),
  icon: Image,
  key: "i"
}
