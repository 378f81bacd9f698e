import { shallowRef, type Component } from "vue"

interface Tray {
  /** Shows the uploads over whatever page is open. */
  readonly view: Component
  /** Cancels what is not done, and forgets all. */
  readonly clear: () => void
}

/** Set while there are uploads to show. The shell looks at this; the rest of the code comes with the first file. */
export const tray = shallowRef<Tray>()
