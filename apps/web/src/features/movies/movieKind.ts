import { Clapperboard } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

/** Movies are videos with pages of their own, so no `kind.ts` registers them. */
export const movieKind: KindInfo = {
  kind: "video",
  contents: "videos",
  position: 8,
  routes: { list: "movies", detail: "movie" },
  words: kindWords(defineMessages("movies.kind", { title: "Movies", one: "movie", many: "movies" })),
  icon: Clapperboard,
  key: "f"
}
