import { shallowRef } from "vue"

/** The header and a shortcut open the palette, which loads its code. */
export const isPaletteOpen = shallowRef(false)
