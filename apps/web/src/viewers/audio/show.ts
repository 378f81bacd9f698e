import { effectScope, markRaw, watch } from "vue"
import AudioBar from "./AudioBar.vue"
import { close, queue } from "./player"
import { audioBar } from "./shown"

export { restore } from "./remembered"

/**
 * The component of the audio bar. Importing this module makes the app show the bar while a queue exists, so all
 * modules that fill the queue import it.
 */
const view = markRaw(AudioBar)
effectScope(true).run(() =>
  watch(
    () => queue.value !== undefined,
    (isFilled) => (audioBar.value = isFilled ? { view, close } : undefined),
    { immediate: true, flush: "sync" }
  )
)
