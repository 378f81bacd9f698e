import { shallowRef, type Component } from "vue"

interface Tray {
  /** Shows the uploads above any page. */
  readonly view: Component
  /** Cancels unfinished uploads and removes all entries. */
  readonly clear: () => void
}

/** Set while there are uploads to show. The app shell only needs this; all other code loads with the first file. */
export const tray = shallowRef<Tray>()
