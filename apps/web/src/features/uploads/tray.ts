import { shallowRef } from "vue"

interface Tray {
  /** Cancels what is not done, and forgets all. */
  readonly clear: () => void
}

/** Set while there are uploads to show. The shell looks at this; the rest of the code is loaded with the first file. */
export const tray = shallowRef<Tray>()
