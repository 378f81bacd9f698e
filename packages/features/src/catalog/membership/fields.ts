import { field } from "@media/query/Field"
import { collection } from "@media/query/FieldType"

export const membershipFields = [
  field("inCollection", {
    kinds: "all",
    type: collection,
    source: { from: "collection" as const },
    aliases: ["in"],
    label: "In collection",
    cost: "lookup"
  })
]
