import { translate } from "@/lib/messages"
import { messages } from "../messages"

export type BulkAction = "retry" | "clear" | "cancel"
export type BulkPreview = Readonly<Record<BulkAction, number>> & { readonly upTo: string | null }
export const bulkActions: ReadonlyArray<BulkAction> = ["retry", "clear", "cancel"]

const these = { retry: "retryThese", clear: "clearThese", cancel: "cancelThese" } as const
const all = { retry: "retryAll", clear: "clearAll", cancel: "cancelAll" } as const
const buttons = { retry: "retryJobs", clear: "clearJobs", cancel: "cancelJobs" } as const
const texts = { retry: "retryText", clear: "clearText", cancel: "cancelText" } as const
const done = { retry: "retryDone", clear: "clearDone", cancel: "cancelDone" } as const

/** Returns the texts of bulk actions. `count` is undefined until the server has counted the jobs. */
export const bulkWords = {
  entry: (action: BulkAction, scope: "these" | "all", count: number | undefined): string =>
    translate(messages, (scope === "these" ? these : all)[action], { count: count?.toLocaleString() ?? "…" }),
  question: (action: BulkAction, count: number) => ({
    title: `${translate(messages, buttons[action], { count })}?`,
    text: translate(messages, texts[action]),
    confirm: translate(messages, buttons[action], { count })
  }),
  done: (action: BulkAction, count: number): string => translate(messages, done[action], { count })
}
