import { onScopeDispose, shallowRef, type ShallowRef } from "vue"

/** Returns a ref that is true while the device has a network connection. Even then, the server may be unreachable. */
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
