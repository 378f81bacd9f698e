import { shallowRef } from "vue"
import { defineMessages, translate } from "./messages"

/**
 * The reason why the user cannot change anything at the moment. Undefined if changes are possible. Set by `AppRoot`.
 */
export const lockedReason = shallowRef<string>()
/** True while the administrator views the app as another account. Set by `AppRoot`. */
export const isViewing = shallowRef(false)

const messages = defineMessages("offline", {
  reason: "Offline. You can change this when the server is reachable again.",
  viewing: "You can’t change anything while viewing as another account."
})
export const offlineWords = (): string => translate(messages, "reason")
export const viewingWords = (): string => translate(messages, "viewing")
