import type { Component } from "vue"

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly danger?: boolean
  /** It changes something on the server: disabled, with the reason, while nothing can be changed. */
  readonly writes?: boolean
  /** A line above it. */
  readonly separated?: boolean
}
