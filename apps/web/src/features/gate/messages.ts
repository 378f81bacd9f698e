import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("gate", {
  accept: "Accept and continue",
  affected: "What changes",
  askAdmin: "Ask an administrator to sign in and accept this. This page continues by itself.",
  before: "Before this version starts",
  busy: "Until then nothing plays, and nothing is scanned.",
  newer: "This database is from a newer version",
  newerText:
    "A newer version of Media Library has upgraded the database, and this version cannot use it. Nothing was changed. An administrator has to start the newer version again, or restore a backup.",
  noBackup: "There is no way back to the version before, other than restoring a backup.",
  signOut: "Sign out"
})
