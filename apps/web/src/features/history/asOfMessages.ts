import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("history.asOf", {
  asItWas: "Values as of {when}.",
  asNow: "Unchanged",
  close: "Close",
  failed: "Couldn’t load the earlier values",
  field: "Field",
  moment: "Date and time",
  now: "Now",
  open: "Show version",
  openNamed: "Show version from {when}",
  restore: "Restore these values",
  restored: "Earlier values restored",
  restoredSome:
    "Earlier values restored, except for {count} value that could not be restored. | Earlier values restored, except for {count} values that could not be restored.",
  same: "Nothing has changed since then.",
  then: "Then",
  title: "Earlier version of {name}"
})
