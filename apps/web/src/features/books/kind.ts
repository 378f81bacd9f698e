import { BookOpen } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds"

export const kind: KindInfo = {
  kind: "book",
  contents: "books",
  position: 40,
  routes: { list: "books", detail: "book" },
  words: { title: "Books", one: "book", many: "books" },
  icon: BookOpen,
  key: "b"
}
