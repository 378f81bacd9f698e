/**
 * For tests that open a menu or a dialog: `import "@/lib/loadedAhead"`. The page loads these when they are first opened; a
 * test that did would spend its time on their code, seconds on a busy machine.
 */
import "@/ui/ConfirmPopup.vue"
import "@/ui/MenuPopup.vue"
