import type { Component } from "vue"

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly danger?: boolean
  /** A line above it. */
  readonly separated?: boolean
}
