import type { Contents as ContentsSchema } from "@media/features/library/libraries/contract"
import type { ItemKind } from "@media/features/ItemKind"
import type { Component } from "vue"

export type Contents = typeof ContentsSchema.Type
export type { ItemKind }

/**
 * Describes a kind to navigation, routes, lists and libraries. The feature folder of each kind exports this description
 * from its `kind.ts`.
 */
export interface KindInfo {
  readonly kind: ItemKind
  /** The type of library that contains this kind. */
  readonly contents: Contents
  /** The sort position of the kind in the navigation and in libraries. */
  readonly position: number
  /** The route names of the kind. The name of the list route is also its path. */
  readonly routes: { readonly list: string; readonly detail: string }
  /** The route that the navigation opens instead of the list. */
  readonly entry?: string
  readonly words: { readonly title: string; readonly one: string; readonly many: string }
  /**
   * Selects messages with the verb "played" or "read" instead of "watched". Also undefined for kinds that users only
   * view.
   */
  readonly use?: "heard" | "read"
  readonly icon: Component
  /**
   * True if the kind groups items of another kind in the same libraries. The library contents are then named after the
   * other kind.
   */
  readonly isGroup?: true
  /**
   * True if items of this kind belong to a group, from whose page users open the items. The navigation and the library
   * counts omit such kinds.
   */
  readonly isNested?: true
  /** The key that opens the list if the user presses the key after `g`. */
  readonly key: string
}

export const allKinds: ReadonlyArray<KindInfo> = Object.values(
  import.meta.glob<KindInfo>("../../*/kind.ts", { eager: true, import: "kind" })
).sort((a, b) => a.position - b.position)
/** One kind for each type of library content. */
export const contentKinds = allKinds.filter(({ isGroup }) => isGroup !== true)
/** Returns the kind with this name, or undefined for a kind that only a newer server version knows. */
export const kindNamed = (name: string | null): KindInfo | undefined =>
  allKinds.find(({ kind }) => kind === name)
