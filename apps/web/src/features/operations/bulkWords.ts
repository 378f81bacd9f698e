import { plural } from "@/lib/format"

export type BulkAction = "retry" | "clear" | "cancel"
export type BulkPreview = Readonly<Record<BulkAction, number>> & { readonly upTo: string | null }
export const bulkActions: ReadonlyArray<BulkAction> = ["retry", "clear", "cancel"]

const verbs: Readonly<Record<BulkAction, string>> = { retry: "Retry", clear: "Clear", cancel: "Cancel" }
const kinds: Readonly<Record<BulkAction, string>> = { retry: "failed", clear: "finished", cancel: "open" }

/** The texts of the bulk actions; `count` comes from the server, undefined until it has answered. */
export const bulkWords = {
  entry: (action: BulkAction, scope: "these" | "all", count: number | undefined): string => {
    const number = count === undefined ? "" : ` ${count.toLocaleString()}`
    if (scope === "these") return `${verbs[action]} these${number}`
    return `${verbs[action]} all${number} ${kinds[action]}, all queues`
  },
  question: (action: BulkAction, count: number, isNarrowed: boolean) => {
    const jobs = plural(count, "job")
    const where = isNarrowed ? "that match the filter" : "of all queues"
    return {
      title: `${verbs[action]} ${jobs}?`,
      text: {
        retry: `The ${jobs} ${where} start again.`,
        cancel: `The ${jobs} ${where} that are queued, running or waiting to be retried stop.`,
        clear: `The ${jobs} ${where} that are completed or cancelled leave this list. Nothing else changes.`
      }[action],
      confirm: `${verbs[action]} ${jobs}`
    }
  },
  done: (action: BulkAction, count: number): string =>
    `${plural(count, "job")} ${{ retry: "queued again", cancel: "cancelled", clear: "cleared" }[action]}`
}
