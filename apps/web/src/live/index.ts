import { inject, type App, type InjectionKey } from "vue"
import type { LiveSocket } from "./socket"

const key: InjectionKey<LiveSocket> = Symbol("live")

export const provideLive = (app: App, socket: LiveSocket): void => void app.provide(key, socket)
export const useLive = (): LiveSocket => {
  const socket = inject(key)
  if (!socket) throw new Error("The live connection is not provided.")
  return socket
}
