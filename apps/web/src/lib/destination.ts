import type { Component } from "vue"

/** An entry of the navigation, which a feature folder exports from its `destination.ts`. */
export interface Destination {
  /** The name of its route. */
  readonly name: string
  readonly label: () => string
  readonly icon: Component
  /** The key after `g` that opens the page. */
  readonly key: string
  /** `tab`: not in the navigation, because the page is a tab of another entry's page. */
  readonly section: "everyone" | "tab" | "admin"
  readonly position: number
  /** Shown only to accounts that see a library with these contents. */
  readonly contents?: "videos" | "images" | "audio" | "books"
  /** Names of other routes that highlight this entry. */
  readonly covers?: ReadonlyArray<string>
  /** Shown next to the label, such as the number of open requests. */
  readonly badge?: Component
  /**
   * Returns whether this account has anything to see here. The navigation calls it after the first page has loaded.
   */
  readonly exists?: (signal: AbortSignal) => Promise<boolean>
}
