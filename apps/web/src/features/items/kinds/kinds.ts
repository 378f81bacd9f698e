import type { Contents as ContentsSchema } from "@media/features/library/libraries/contract"
import type { ItemKind } from "@media/features/ItemKind"
import type { Component } from "vue"

export type Contents = typeof ContentsSchema.Type
export type { ItemKind }

/**
 * The properties of a kind that navigation, routes, lists and libraries need. Each feature folder exports one from
 * its `kind.ts`.
 */
export interface KindInfo {
  readonly kind: ItemKind
  /** The libraries that contain this kind. */
  readonly contents: Contents
  /** Navigation and libraries show kinds in this order. */
  readonly position: number
  /** Names of its routes. The name of the list route is also its path. */
  readonly routes: { readonly list: string; readonly detail: string }
  /** The route that the navigation opens, if it is not the list. */
  readonly entry?: string
  readonly words: { readonly title: string; readonly one: string; readonly many: string }
  /** Selects texts with a verb other than "watched". Undefined also for kinds that are only viewed. */
  readonly use?: "heard" | "read"
  readonly icon: Component
  /**
   * The kind groups items of another kind in the same libraries. Libraries name their contents after that other
   * kind.
   */
  readonly isGroup?: true
  /**
   * Items of this kind belong to a group, and people open them there. The navigation and the counts of libraries
   * leave the kind out.
   */
  readonly isNested?: true
  /** The key after `g` that opens its list. */
  readonly key: string
}

export const allKinds: ReadonlyArray<KindInfo> = Object.values(
  import.meta.glob<KindInfo>("../../*/kind.ts", { eager: true, import: "kind" })
).sort((a, b) => a.position - b.position)
/** One kind for each type of library contents. */
export const contentKinds = allKinds.filter(({ isGroup }) => isGroup !== true)
/** Undefined for kinds that only a newer server version knows. */
export const kindNamed = (name: string | null): KindInfo | undefined =>
  allKinds.find(({ kind }) => kind === name)
