import { BookOpen } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

export const kind: KindInfo = {
  kind: "book",
  contents: "books",
  position: 40,
  routes: { list: "books", detail: "book" },
  words: kindWords(defineMessages("books.kind", { title: "Books", one: "book", many: "books" })),
  use: "read",
  icon: BookOpen,
  key: "b"
}
