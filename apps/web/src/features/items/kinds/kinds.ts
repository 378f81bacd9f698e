import type { Contents as ContentsSchema } from "@media/features/library/libraries/contract"
import type { ItemKind } from "@media/features/ItemKind"
import type { Component } from "vue"

export type Contents = typeof ContentsSchema.Type
export type { ItemKind }

/**
 * The facts that navigation, routes, lists and libraries need about a kind of item. Each kind exports these facts from
 * `kind.ts` in its feature folder.
 */
export interface KindInfo {
  readonly kind: ItemKind
  /** The type of library that contains this kind. */
  readonly contents: Contents
  /** The sort position of the kind in the navigation and in libraries. */
  readonly position: number
  /** The route names. The list route has the same name as its path. */
  readonly routes: { readonly list: string; readonly detail: string }
  /** The route that the navigation opens instead of the list. */
  readonly entry?: string
  readonly words: { readonly title: string; readonly one: string; readonly many: string }
  /**
   * The verb in messages: "played" for `heard`, "read" for `read`, and "watched" if undefined. Also undefined for kinds
   * that users only view, which do not have such messages.
   */
  readonly use?: "heard" | "read"
  readonly icon: Component
  /**
   * True if items of this kind are groups of another kind, such as albums of tracks. Libraries name their contents
   * after that other kind.
   */
  readonly isGroup?: true
  /**
   * True if users open items of this kind from the page of their group, such as episodes. The navigation and the counts
   * of libraries omit this kind.
   */
  readonly isNested?: true
  /** The key that opens the list when pressed after `g`. */
  readonly key: string
}

export const allKinds: ReadonlyArray<KindInfo> = Object.values(
  import.meta.glob<KindInfo>("../../*/kind.ts", { eager: true, import: "kind" })
).sort((a, b) => a.position - b.position)
/** One kind for each type of library content. */
export const contentKinds = allKinds.filter(({ isGroup }) => isGroup !== true)
/** Returns the kind with this name, or undefined if only a newer server knows it. */
export const kindNamed = (name: string | null): KindInfo | undefined =>
  allKinds.find(({ kind }) => kind === name)
