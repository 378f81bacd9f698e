import { effectScope, markRaw, watch } from "vue"
import AudioBar from "./AudioBar.vue"
import { close, queue } from "./player"
import { audioBar } from "./shown"

export { restore } from "./remembered"

/** The bar is visible while there is a queue. Code that fills the queue imports this. */
const view = markRaw(AudioBar)
effectScope(true).run(() =>
  watch(
    () => queue.value !== undefined,
    (isFilled) => (audioBar.value = isFilled ? { view, close } : undefined),
    { immediate: true, flush: "sync" }
  )
)
