/**
 * Loads code ahead of time that pages load on demand. Tests that open a menu or a dialog import this module: `import
 * "@/lib/loadedAhead"`. On a busy machine, loading takes seconds, which would count against the time limit of a test.
 */
import "@/ui/ConfirmPopup.vue"
import "@/ui/MenuPopup.vue"
