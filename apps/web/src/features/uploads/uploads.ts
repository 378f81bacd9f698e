import { defineAsyncComponent, watch } from "vue"
import { tray } from "./tray"
import { queue } from "./uploadQueue"

export { queue }

const view = defineAsyncComponent(() => import("./UploadTray.vue"))

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
watch(
  () => queue.hasUnfinished.value,
  (isBusy) => {
    if (isBusy) addEventListener("beforeunload", warn)
    else removeEventListener("beforeunload", warn)
  }
)
watch(
  () => queue.uploads.value.length > 0,
  (hasAny) =>
    (tray.value = hasAny
      ? {
          view,
          clear: () => {
            queue.cancelAll()
            queue.clearOver()
          }
        }
      : undefined)
)
