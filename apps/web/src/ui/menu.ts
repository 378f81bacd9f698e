import type { Component } from "vue"

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly danger?: boolean
  /**
   * True if the action changes data on the server. While changes are impossible, the entry is disabled and shows the
   * reason.
   */
  readonly writes?: boolean
  /** Draws a separator above the entry. */
  readonly separated?: boolean
}
