import type { Component } from "vue"

/** An entry of the navigation: `destination` of the `destination.ts` of its pages' folder. */
export interface Destination {
  /** The name of its route. */
  readonly name: string
  readonly label: () => string
  readonly icon: Component
  /** Second key after `g`. */
  readonly key: string
  /** `tab`: not in the navigation, because it is a tab of the page of another entry. */
  readonly section: "everyone" | "tab" | "admin"
  readonly position: number
  /** Shown only to accounts that see a library with these contents. */
  readonly contents?: "videos" | "images" | "audio" | "books"
  /** Names of other routes whose pages belong to this entry. */
  readonly covers?: ReadonlyArray<string>
  /** Beside the label, such as the number of things that wait for an administrator. */
  readonly badge?: Component
  /** Tells whether this account has anything to see here. The navigation asks once the first page has loaded. */
  readonly exists?: (signal: AbortSignal) => Promise<boolean>
}
