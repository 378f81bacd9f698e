import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("accounts.reading", {
  title: "Reading apps",
  help: "Read your books in other apps and on e-readers. KOReader and apps with Readium sync share your reading position with Media Library.",
  catalog: "Catalog",
  catalogNew: "Catalog for newer apps (OPDS 2)",
  sync: "Sync server for KOReader",
  howTo: "How to set up a reading app",
  howToCatalog:
    "In a catalog app, add the catalog address. Sign in with your username and a key instead of your password.",
  howToSync:
    "In KOReader, open a book and choose Tools > Progress sync > Custom sync server. Enter the sync address, then log in with your username and a key.",
  howToMatch: "Leave “Document matching method” set to Binary, so that renamed books are still recognized.",
  keys: "Keys",
  keysHelp:
    "Create a key for each app or device. Keys give access to books only. Changing your password revokes all keys.",
  keysFailed: "Couldn’t load your keys",
  none: "No keys yet.",
  create: "Create key",
  name: "App or device",
  nameHint: "For example: Kobo in the kitchen",
  chooseName: "Enter a name.",
  created: "created {date}",
  used: "Used {when}",
  unused: "Not used yet",
  newKey: "Key for {name}",
  newKeyHelp: "Enter the key exactly as shown, in lower case. You won’t be able to see it again.",
  key: "Key",
  done: "Done",
  cancel: "Cancel",
  revoke: "Revoke",
  revokeTitle: "Revoke the key for {name}?",
  revokeText: "Apps that use this key are signed out immediately. Downloaded books stay on the device.",
  revoked: "The key for {name} was revoked"
})
