import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("items.bulkEdit", {
  add: "Add",
  addLabel: "Add to {field}",
  apply: "Review changes",
  cancel: "Cancel",
  clear: "Remove the value",
  counts: "{count} of {total}",
  failed: "Couldn’t load the selection",
  inAll: "in all",
  keep: "Leave unchanged",
  lost: "{value} ({count})",
  lostFromSome: "removed from {count} of {total}",
  lostMore: "{count} more value will be removed | {count} more values will be removed",
  mixed: "Mixed: {count} values",
  no: "No",
  removedFromAll: "removed from all",
  replace: "Replace all with these",
  replaceText: "All other values of this field will be removed.",
  same: "Currently {value}",
  set: "Set",
  title: "Edit {items}",
  stars: "{count} star | {count} stars",
  toAll: "added to all",
  unlock: "Use the value from the file",
  value: "Value",
  yes: "Yes"
})
