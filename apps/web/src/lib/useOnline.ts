import { onScopeDispose, shallowRef, type ShallowRef } from "vue"

/** True while the device has a network connection. The server may still be unreachable. */
export const useOnline = (): Readonly<ShallowRef<boolean>> => {
  const online = shallowRef(navigator.onLine)
  const update = (): void => void (online.value = navigator.onLine)
  addEventListener("online", update)
  addEventListener("offline", update)
  onScopeDispose(() => {
    removeEventListener("online", update)
    removeEventListener("offline", update)
  })
  return online
}
