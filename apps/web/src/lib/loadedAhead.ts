/**
 * For tests that open a menu or a dialog: `import "@/lib/loadedAhead"`. Pages load this code on demand, which takes
 * seconds on a busy machine and would count against the time limit of a test.
 */
import "@/ui/ConfirmPopup.vue"
import "@/ui/MenuPopup.vue"
