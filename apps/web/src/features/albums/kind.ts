import { DiscAlbum } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "album",
  contents: "audio",
  position: 32,
  routes: { list: "albums", detail: "album" },
  words: kindWords(defineMessages("albums.kind", { title: "Albums", one: "album", many: "albums" })),
  icon: DiscAlbum,
  isGroup: true,
  key: "c"
}
