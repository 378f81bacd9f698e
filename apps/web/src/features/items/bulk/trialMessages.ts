import { defineMessages } from "@/lib/messages"

/** Messages about the dry run and the result of a bulk edit. They load with the dialogs. */
export const messages = defineMessages("items.bulkTrial", {
  alreadySo: "{count} item already has these values. | {count} items already have these values.",
  cannotChange: "{count} item can’t be changed. | {count} items can’t be changed.",
  changedMeanwhile:
    "{count} item has changed since you opened the form. | {count} items have changed since you opened the form.",
  download: "Download list",
  effectAdd: "Adds {value} to {count} item | Adds {value} to {count} items",
  effectClear: "Clears {field} of {count} item | Clears {field} of {count} items",
  effectRemove: "Removes {value} from {count} item | Removes {value} from {count} items",
  effectUnlock: "Uses {field} from the file for {count} item | Uses {field} from the file for {count} items",
  effectSet: "Sets {field} of {count} item to {value} | Sets {field} of {count} items to {value}",
  locked:
    "{count} item has a value that was set by hand or by an NFO file. | {count} items have values that were set by hand or by an NFO file.",
  others: "other values",
  overwrite: "Replace these values, too",
  overwriteText: "Otherwise, these values stay as they are.",
  tried: "Only the first {count} items were checked.",
  willChange: "{count} item will change. | {count} items will change."
})
