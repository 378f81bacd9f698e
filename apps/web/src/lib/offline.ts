import { shallowRef } from "vue"
import { defineMessages, translate } from "./messages"

/** Why nothing can be changed at the moment; `undefined` while it can. Set by `AppRoot`. */
export const lockedReason = shallowRef<string>()
/** The session sees what another account sees. Set by `AppRoot`. */
export const isViewing = shallowRef(false)

const messages = defineMessages("offline", {
  reason: "Offline. You can change this when the server is reachable again.",
  viewing: "Nothing can be changed while you see what another account sees."
})
export const offlineWords = (): string => translate(messages, "reason")
export const viewingWords = (): string => translate(messages, "viewing")
