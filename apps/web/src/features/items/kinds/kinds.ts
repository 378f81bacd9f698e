import type { Contents as ContentsSchema } from "@media/features/library/libraries/contract"
import type { ItemKind } from "@media/features/ItemKind"
import type { Component } from "vue"

export type Contents = typeof ContentsSchema.Type
export type { ItemKind }

/** A kind as navigation, routes, lists and libraries name it: `kind` of the `kind.ts` of its pages' folder. */
export interface KindInfo {
  readonly kind: ItemKind
  /** Which libraries hold it. */
  readonly contents: Contents
  /** Navigation and libraries show kinds in this order. */
  readonly position: number
  /** Names of its routes; the list's is its path, too. */
  readonly routes: { readonly list: string; readonly detail: string }
  /** The route that the navigation opens, where that is not its list. */
  readonly entry?: string
  readonly words: { readonly title: string; readonly one: string; readonly many: string }
  /** Selects texts with another verb than "watched". Undefined also for kinds that are only viewed. */
  readonly use?: "heard" | "read"
  readonly icon: Component
  /** It groups items of another kind in the same libraries. The contents of a library are named after that kind. */
  readonly isGroup?: true
  /** The item belongs to a group, and people open it there. The navigation and the counts of libraries leave it out. */
  readonly isNested?: true
  /** Second key after `g` to get to its list. */
  readonly key: string
}

export const allKinds: ReadonlyArray<KindInfo> = Object.values(
  import.meta.glob<KindInfo>("../../*/kind.ts", { eager: true, import: "kind" })
).sort((a, b) => a.position - b.position)
/** One for each of the contents of libraries. */
export const contentKinds = allKinds.filter(({ isGroup }) => isGroup !== true)
/** A kind that only a newer server knows cannot be displayed. */
export const kindNamed = (name: string | null): KindInfo | undefined =>
  allKinds.find(({ kind }) => kind === name)
