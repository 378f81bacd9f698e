import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("gate", {
  accept: "Accept and continue",
  affected: "What changes",
  askAdmin: "Ask an administrator to sign in and accept this. This page then continues automatically.",
  before: "Before this version starts",
  busy: "Until then, nothing plays and no library is scanned.",
  newer: "This database is from a newer version",
  newerText:
    "A newer version of Media Library has upgraded the database, and this version cannot use it. Nothing was changed. An administrator must start the newer version again, or restore a backup.",
  noBackup: "To return to the previous version, you need to restore a backup.",
  signOut: "Sign out"
})
