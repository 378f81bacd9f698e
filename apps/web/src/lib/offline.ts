import { shallowRef } from "vue"

/** Why nothing can be changed at the moment; `undefined` while the server is reachable. Set by `AppRoot`. */
export const offlineReason = shallowRef<string>()

export const OFFLINE_REASON = "Offline. You can change this when the server is reachable again."
