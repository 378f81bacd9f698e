import { BookOpen, Film, Image, Music } from "@lucide/vue"
import type { Contents as ContentsSchema } from "@media/features/libraries/contract"
import type { ItemKind } from "@media/features/items/kinds"
import type { Component } from "vue"

export type Contents = typeof ContentsSchema.Type
export type { ItemKind }

/** A kind as navigation, lists and libraries name it. */
export interface KindInfo {
  readonly kind: ItemKind
  /** Which libraries hold it. */
  readonly contents: Contents
  /** Names of its routes. */
  readonly routes: { readonly list: string; readonly detail: string }
  readonly words: { readonly title: string; readonly one: string; readonly many: string }
  readonly icon: Component
  /** Second key after `g` to get to its list. */
  readonly key: string
}

/** In the order in which navigation and libraries show them. */
export const kinds: Readonly<Record<ItemKind, KindInfo>> = {
  video: {
    kind: "video",
    contents: "videos",
    routes: { list: "videos", detail: "video" },
    words: { title: "Videos", one: "video", many: "videos" },
    icon: Film,
    key: "v"
  },
  image: {
    kind: "image",
    contents: "images",
    routes: { list: "images", detail: "image" },
    words: { title: "Images", one: "image", many: "images" },
    icon: Image,
    key: "i"
  },
  track: {
    kind: "track",
    contents: "audio",
    routes: { list: "audio", detail: "track" },
    words: { title: "Audio", one: "track", many: "tracks" },
    icon: Music,
    key: "a"
  },
  book: {
    kind: "book",
    contents: "books",
    routes: { list: "books", detail: "book" },
    words: { title: "Books", one: "book", many: "books" },
    icon: BookOpen,
    key: "b"
  }
}
export const allKinds: ReadonlyArray<KindInfo> = Object.values(kinds)
/** Of a kind that only a newer server knows there is nothing to show. */
export const kindNamed = (name: string | null): KindInfo | undefined =>
  allKinds.find(({ kind }) => kind === name)
