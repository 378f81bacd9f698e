import type { Component } from "vue"

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly danger?: boolean
  /** The action changes data on the server: disabled with the reason while changes are impossible. */
  readonly writes?: boolean
  /** Draws a separator above the entry. */
  readonly separated?: boolean
}
