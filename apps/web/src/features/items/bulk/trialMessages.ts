import { defineMessages } from "@/lib/messages"

/** Texts about the dry run and the result of a change of many items. Loaded with its dialogs. */
export const messages = defineMessages("items.bulkTrial", {
  alreadySo: "{count} already has these values. | {count} already have these values.",
  cannotChange: "{count} can’t be changed. | {count} can’t be changed.",
  changedMeanwhile: "{count} changed since you opened the form. | {count} changed since you opened the form.",
  download: "Download list",
  effectAdd: "Adds {value} to {count}",
  effectClear: "Clears {field} of {count}",
  effectRemove: "Removes {value} from {count}",
  effectUnlock: "Uses {field} of the file for {count}",
  effectSet: "Sets {field} of {count} to {value}",
  locked:
    "{count} has a value that a person or an NFO file chose. | {count} have values that a person or an NFO file chose.",
  others: "other values",
  overwrite: "Replace these values, too",
  overwriteText: "Otherwise, they stay as they are.",
  tried: "Tried with the first {count}.",
  willChange: "{count} will change. | {count} will change."
})
