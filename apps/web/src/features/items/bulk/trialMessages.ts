import { defineMessages } from "@/lib/messages"

/** Messages about the dry run and the result of a bulk edit. They load with the dialogs. */
export const messages = defineMessages("items.bulkTrial", {
  alreadySo: "{count} already has these values. | {count} already have these values.",
  cannotChange: "{count} can’t be changed. | {count} can’t be changed.",
  changedMeanwhile: "{count} changed since you opened the form. | {count} changed since you opened the form.",
  download: "Download list",
  effectAdd: "Adds {value} to {count} item | Adds {value} to {count} items",
  effectClear: "Clears {field} of {count} item | Clears {field} of {count} items",
  effectRemove: "Removes {value} from {count} item | Removes {value} from {count} items",
  effectUnlock: "Uses {field} from the file for {count} item | Uses {field} from the file for {count} items",
  effectSet: "Sets {field} of {count} item to {value} | Sets {field} of {count} items to {value}",
  locked:
    "{count} has a value set by hand or by an NFO file. | {count} have values set by hand or by an NFO file.",
  others: "other values",
  overwrite: "Replace these values, too",
  overwriteText: "Otherwise, they stay as they are.",
  tried: "Based on the first {count} items.",
  willChange: "{count} will change. | {count} will change."
})
