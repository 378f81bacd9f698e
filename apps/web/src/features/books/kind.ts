import { BookOpen } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds"

export const kind: KindInfo = {
  kind: "book",
  contents: "books",
  position: 40,
  routes: { list: "books", detail: "book" },
  pages: { list: () => import("./BooksPage.vue"), detail: () => import("./BookPage.vue") },
  words: { title: "Books", one: "book", many: "books" },
  icon: BookOpen,
  key: "b"
}
