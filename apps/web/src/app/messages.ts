import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("app", {
  accountMenu: "Account menu",
  administrator: "Administrator",
  appHome: "Media Library, home",
  appName: "Media Library",
  darkTheme: "Use dark theme",
  backToLibrary: "Back to library",
  browse: "Browse",
  dismiss: "Dismiss",
  everyone: "Main",
  forbidden: "No access",
  goTo: "Go to {page}",
  lightTheme: "Use light theme",
  manage: "Manage server",
  member: "Member",
  notFound: "Not found",
  offline: "Offline – showing saved data. Reconnecting…",
  offlinePage: "You are offline, and this page has not been loaded yet.",
  search: "Search everything",
  searchTab: "Search",
  serverSilent: "The server did not respond",
  shortcuts: "Keyboard shortcuts",
  showShortcuts: "Show keyboard shortcuts",
  signOutFailed:
    "Couldn’t sign out, because the server can’t be reached. Check your connection, then try again.",
  skip: "Skip to content",
  switchThemeKey: "Switch between dark and light",
  undoKey: "Undo your last change",
  you: "You"
})
