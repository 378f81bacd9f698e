import { Music } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "track",
  contents: "audio",
  position: 30,
  routes: { list: "audio", detail: "track" },
  entry: "albums",
  words: kindWords(defineMessages("audio.kind", { title: "Music", one: "track", many: "tracks" })),
  use: "heard",
  icon: Music,
  key: "a"
}
