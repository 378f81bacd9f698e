import { api } from "@/api"
import { isViewing } from "./offline"
import { lasting } from "./storage"

/**
 * Preferences that follow an account to other devices. The page first uses this device's copy, so it neither waits
 * nor flickers. The server's copy (`uiPrefs` of the session) arrives with the response that every page waits for,
 * and replaces it.
 */
const names = ["theme", "card-size", "list-views", "answers-seen", "subtitles"] as const
type Name = (typeof names)[number]

/**
 * The account with a change that the server has not confirmed. This device's value then wins, and is sent again at
 * the next start.
 */
const UNSENT = "prefs-unsent"
/** Dragging a slider sends only its last value. */
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
    // Keeps the unsent mark, so the next start sends the value again.
    () => undefined
  )
}

/** Calls `apply` with the value chosen on another device. */
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

/** The account `id` signed in; `kept` is the server's copy of its preferences. */
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
/** After signing out, or while viewing as another account, changes stay on this device. */
export const stopFollowing = (): void => {
  account = undefined
}
