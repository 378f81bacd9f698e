import { shallowRef } from "vue"

/** Why nothing can be changed at the moment; `undefined` while the server is in reach. Set by the page's root. */
export const offlineReason = shallowRef<string>()

export const OFFLINE_REASON = "Offline: this can be changed when the server is in reach again."
