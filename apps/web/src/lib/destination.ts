import type { Component } from "vue"

/** An entry of the navigation: `destination` of the `destination.ts` of its pages' folder. */
export interface Destination {
  /** Of its route. */
  readonly name: string
  readonly label: () => string
  readonly icon: Component
  /** Second key after `g`. */
  readonly key: string
  readonly section: "everyone" | "admin"
  readonly position: number
}
