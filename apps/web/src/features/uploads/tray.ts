import { shallowRef, type Component } from "vue"

interface Tray {
  /** The component that shows the uploads on top of any page. */
  readonly view: Component
  /** Cancels unfinished uploads and removes all uploads from the list. */
  readonly clear: () => void
}

/**
 * The list of uploads. Undefined while there are no uploads. The app shell contains only this variable. The rest of
 * the upload code loads when the user adds the first file.
 */
export const tray = shallowRef<Tray>()
