import { effectScope, markRaw, watch } from "vue"
import AudioBar from "./AudioBar.vue"
import { close, queue } from "./player"
import { audioBar } from "./shown"

export { restore } from "./remembered"

/** The component of the bar, which is shown while a queue exists. Modules that fill the queue import this module. */
const view = markRaw(AudioBar)
effectScope(true).run(() =>
  watch(
    () => queue.value !== undefined,
    (isFilled) => (audioBar.value = isFilled ? { view, close } : undefined),
    { immediate: true, flush: "sync" }
  )
)
