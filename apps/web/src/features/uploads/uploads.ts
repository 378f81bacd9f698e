import { defineAsyncComponent, watch } from "vue"
import { makeQueue } from "./queue"
import { transport } from "./transport"
import { tray } from "./tray"

/** A random UUID. Not `crypto.randomUUID`: browsers give that to secure pages alone, and a home has no certificate. */
const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** Of this tab: uploads go on while other pages are looked at. */
export const queue = makeQueue(transport, newKey)

/** It imports this file. */
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
