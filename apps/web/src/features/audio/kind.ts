import { Music } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds"

export const kind: KindInfo = {
  kind: "track",
  contents: "audio",
  position: 30,
  routes: { list: "audio", detail: "track" },
  words: { title: "Audio", one: "track", many: "tracks" },
  icon: Music,
  key: "a"
}
