import { shallowRef } from "vue"

/**
 * True while the palette is open. The header and a shortcut set it to true, which also loads the code of the palette.
 */
export const isPaletteOpen = shallowRef(false)
