import { shallowRef } from "vue"

/** The palette opens from the header and by its key; its code is loaded then. */
export const isPaletteOpen = shallowRef(false)
