import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("gate", {
  accept: "Accept and continue",
  affected: "What changes",
  askAdmin:
    "Ask an administrator to sign in and accept the changes. This page will then continue automatically.",
  before: "Before this version starts",
  busy: "Until you accept, nothing can be played and no libraries are scanned.",
  newer: "This database is from a newer version",
  newerText:
    "A newer version of Media Library has upgraded the database, and this version cannot use it. Nothing was changed. An administrator must start the newer version again, or restore a backup.",
  noBackup: "To return to the previous version later, you need to restore a backup.",
  signOut: "Sign out"
})
