import { api } from "@/api"
import { isViewing } from "./offline"
import { lasting } from "./storage"

/**
 * Preferences that an account also gets on other devices. The page first uses this device's copy, so that the page
 * neither waits nor flickers. The first response from the server, for which every page waits anyway, then replaces it
 * with the server's copy (`uiPrefs` of the session).
 */
const names = ["theme", "card-size", "list-views", "answers-seen", "subtitles"] as const
type Name = (typeof names)[number]

/**
 * Key under which this device stores the account whose last change the server has not confirmed. This device's values
 * then take precedence over the server's, and are sent again at the next start.
 */
const UNSENT = "prefs-unsent"
/** Delay before a preference is sent, so that dragging a slider sends only the final value. */
const PAUSE_MS = 800

const appliers = new Map<Name, (value: string) => void>()
let account: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const send = async (): Promise<void> => {
  const sender = account
  if (sender === undefined || isViewing.value) return
  const value = Object.fromEntries(
    names.flatMap((name) => {
      const kept = lasting.read(name)
      return kept === null ? [] : [[name, kept] as const]
    })
  )
  await api.uiPrefs.put({ path: { key: "web" }, body: { value } }).then(
    () => sender === account && timer === undefined && lasting.drop(UNSENT),
    // The stored `UNSENT` mark remains, so the next start sends the values again.
    () => undefined
  )
}

/** Returns functions that read and write a preference. `apply` is called with a value from another device. */
export const follow = (name: Name, apply: (value: string) => void) => {
  appliers.set(name, apply)
  return {
    read: (): string | null => lasting.read(name),
    write: (value: string): void => {
      lasting.write(name, value)
      if (account === undefined || isViewing.value) return
      lasting.write(UNSENT, account)
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        void send()
      }, PAUSE_MS)
    }
  }
}

/**
 * Starts to synchronize preferences after the account `id` has signed in. `kept` is the server's copy of its
 * preferences.
 */
export const takeFollowed = (id: string, kept: unknown): void => {
  account = id
  if (lasting.read(UNSENT) === id) {
    if (timer === undefined) void send()
    return
  }
  if (typeof kept !== "object" || kept === null) return
  for (const name of names) {
    const value: unknown = Reflect.get(kept, name)
    if (typeof value !== "string" || value === lasting.read(name)) continue
    lasting.write(name, value)
    appliers.get(name)?.(value)
  }
}
/**
 * Stops sending changes to the server, after signing out or while viewing as another account. This device keeps them.
 */
export const stopFollowing = (): void => {
  account = undefined
}
