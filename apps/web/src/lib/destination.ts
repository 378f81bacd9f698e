import type { Component } from "vue"

/** A navigation entry. A feature folder exports its entry from its `destination.ts`. */
export interface Destination {
  /** The name of the page's route. */
  readonly name: string
  readonly label: () => string
  readonly icon: Component
  /** The key after `g` that opens the page. */
  readonly key: string
  /** The part of the navigation that contains the entry. `tab` means that the page is a tab of another entry's page. */
  readonly section: "everyone" | "tab" | "admin"
  readonly position: number
  /** Shown only to accounts that see a library with these contents. */
  readonly contents?: "videos" | "images" | "audio" | "books"
  /** Names of other routes on which this entry is highlighted too. */
  readonly covers?: ReadonlyArray<string>
  /** Component that is shown next to the label, such as the number of open requests. */
  readonly badge?: Component
  /** Returns true if the page has content for this account. Called after the first page has loaded. */
  readonly exists?: (signal: AbortSignal) => Promise<boolean>
}
