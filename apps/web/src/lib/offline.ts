import { shallowRef } from "vue"
import { defineMessages, translate } from "./messages"

/** The reason why nothing can be changed at the moment; `undefined` if changes are possible. Set by `AppRoot`. */
export const lockedReason = shallowRef<string>()
/** The administrator views the app as another account. Set by `AppRoot`. */
export const isViewing = shallowRef(false)

const messages = defineMessages("offline", {
  reason: "Offline. You can change this when the server is reachable again.",
  viewing: "Nothing can be changed while you see what another account sees."
})
export const offlineWords = (): string => translate(messages, "reason")
export const viewingWords = (): string => translate(messages, "viewing")
