import { translate } from "@/lib/messages"
import type { TableColumn } from "@/ui/table"
import { messages } from "../messages"

export type RunColumn = "status" | "queue" | "job" | "progress" | "attempt" | "queued" | "duration" | "act"

/**
 * Returns the columns of the job table. Their widths are independent of the content, because otherwise the browser
 * would have to lay out all rows together.
 */
export const runColumns = (): ReadonlyArray<TableColumn & { readonly key: RunColumn }> => [
  { key: "status", label: translate(messages, "status"), width: "108px" },
  { key: "queue", label: translate(messages, "queue"), width: "152px", from: 880 },
  { key: "job", label: translate(messages, "job"), width: "3fr" },
  { key: "progress", label: translate(messages, "progress"), width: "2fr" },
  { key: "attempt", label: translate(messages, "attempt"), width: "56px", align: "end", from: 560 },
  { key: "queued", label: translate(messages, "queued"), width: "64px", align: "end", from: 720 },
  { key: "duration", label: translate(messages, "duration"), width: "84px", align: "end", from: 560 },
  { key: "act", label: "", width: "36px", from: 720 }
]
