import { calendarDate, fileSize } from "@/lib/format"
import { translate } from "@/lib/messages"
import type { TableColumn } from "@/ui/table"
import type { ItemColumn, ItemDefinition, ItemSummary } from "../definition"
import { messages } from "./listMessages"

/**
 * Returns the columns of an item table: the title, the columns specific to the kind, and the columns that all kinds
 * have.
 */
export const itemColumns = <S extends ItemSummary>(
  definition: Pick<ItemDefinition<S>, "columns">,
  libraryName: (id: string) => string | undefined
): { readonly title: TableColumn; readonly rest: ReadonlyArray<ItemColumn<S>> } => ({
  title: { key: "title", label: translate(messages, "title"), width: "1fr", sort: "title" },
  rest: [
    {
      key: "library",
      label: translate(messages, "library"),
      width: "144px",
      from: 920,
      text: ({ libraryId }) => libraryName(libraryId)
    },
    // In each kind, the last of these columns are numeric, so all right-aligned columns are next to each other.
    ...(definition.columns?.() ?? []),
    {
      key: "size",
      label: translate(messages, "size"),
      width: "88px",
      align: "end",
      sort: "size",
      from: 520,
      text: ({ size }) => fileSize(size)
    },
    {
      key: "createdAt",
      label: translate(messages, "added"),
      width: "112px",
      align: "end",
      sort: "createdAt",
      from: 700,
      text: ({ createdAt }) => calendarDate(createdAt)
    }
  ]
})
