import type { Component } from "vue"

/** An entry of the navigation: `destination` of the `destination.ts` of its pages' folder. */
export interface Destination {
  /** Of its route. */
  readonly name: string
  readonly label: () => string
  readonly icon: Component
  /** Second key after `g`. */
  readonly key: string
  /** `tab`: not in the navigation, because it is a tab of the page of another entry. */
  readonly section: "everyone" | "tab" | "admin"
  readonly position: number
  /** Names of routes, beside its own, whose pages belong to it. */
  readonly covers?: ReadonlyArray<string>
  /** Whether this account has any of it; without, the entry is always shown. Asked once the first page has loaded. */
  readonly exists?: (signal: AbortSignal) => Promise<boolean>
}
