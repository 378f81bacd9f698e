import { shallowRef } from "vue"

/** True while the palette is open. The header and a shortcut set this value, which loads the palette's code. */
export const isPaletteOpen = shallowRef(false)
