import { api } from "@/api"
import { isViewing } from "./offline"
import { lasting } from "./storage"

/**
 * Preferences that are synchronized between the devices of an account. A page starts with the values stored on this
 * device, so that it neither waits nor flickers. The session response, for which every page waits anyway, then
 * provides the server's values (`uiPrefs`), which replace the stored ones.
 */
const names = ["theme", "card-size", "list-views", "answers-seen", "subtitles", "series-tracks"] as const
type Name = (typeof names)[number]

/**
 * Storage key for the id of an account whose last change the server has not confirmed. While the key is set for an
 * account, the values on this device take precedence over the server's values and are sent again at the next start.
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
    // The request failed. `UNSENT` stays set, so that the next start sends the values again.
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
 * Starts synchronizing the preferences of the account `id`, which has signed in. `kept` contains the preferences from
 * the server, which have not been validated yet.
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
 * Stops sending changes to the server, because the user signed out or is viewing as another account. Changes are then
 * stored only on this device.
 */
export const stopFollowing = (): void => {
  account = undefined
}
