import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("history.asOf", {
  asItWas: "As it was at {when}.",
  asNow: "The same",
  close: "Close",
  failed: "Couldn’t load the earlier values",
  field: "Field",
  moment: "Moment",
  now: "Now",
  open: "As it was",
  openNamed: "Show as it was at {when}",
  restore: "Restore these values",
  restored: "Earlier values restored",
  restoredSome:
    "Earlier values restored, except for {count} that could not be restored. | Earlier values restored, except for {count} that could not be restored.",
  same: "Nothing has changed since then.",
  then: "Then",
  title: "{name}, as it was"
})
