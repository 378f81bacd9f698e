import {
  History,
  Keyboard,
  LogOut,
  MessageSquarePlus,
  Moon,
  Settings2,
  Sparkles,
  UserRound
} from "@lucide/vue"
import { newAnswers } from "@/features/requests/newAnswers"
import { defineMessages, translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"

const messages = defineMessages("app.account", {
  account: "Account",
  activity: "Activity",
  manage: "Manage server",
  newAnswers: "Requests: {count} new answer | Requests: {count} new answers",
  requests: "Requests",
  shortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
  switchTheme: "Switch theme",
  whatsNew: "What’s new"
})

/**
 * True on touch devices. Their menu omits the list of shortcuts, because touch devices rarely have a keyboard. If a
 * keyboard is connected, its shortcut key still opens the list.
 */
const isTouch = matchMedia("(pointer: coarse)").matches

/** Returns the entries of the account menu. The account menu loads this module when it is first opened. */
export const accountEntries = (canManage: boolean): ReadonlyArray<MenuEntry> => {
  const t = (key: Exclude<keyof typeof messages.texts, "newAnswers">): string => translate(messages, key)
  return [
    { id: "account", label: t("account"), icon: UserRound },
    {
      id: "requests",
      label:
        newAnswers.value > 0 ? translate(messages, "newAnswers", { count: newAnswers.value }) : t("requests"),
      icon: MessageSquarePlus
    },
    { id: "history", label: t("activity"), icon: History },
    { id: "theme", label: t("switchTheme"), icon: Moon, hint: "t" },
    ...(isTouch ? [] : [{ id: "help", label: t("shortcuts"), icon: Keyboard, hint: "?" }]),
    { id: "whats-new", label: t("whatsNew"), icon: Sparkles },
    ...(canManage ? [{ id: "overview", label: t("manage"), icon: Settings2 }] : []),
    { id: "sign-out", label: t("signOut"), icon: LogOut, separated: true }
  ]
}
