import { api } from "@/api"
import { useSelection, type ListSelection } from "@/features/items/selection/useSelection"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { useJobsBoard } from "../live"
import { messages } from "../messages"
import type { RunSelection } from "../queries"
import { knownFilter, type RunFilter } from "./filterText"

/** Manages the selection of jobs: individual jobs, or all jobs that match the filter except some. */
export const useRunSelection = (filter: () => RunFilter): ListSelection => {
  const board = useJobsBoard()
  return useSelection({
    list: {
      total: board.viewCount,
      at: (index) => {
        const id = board.ids()[index]
        return id === undefined ? undefined : { id }
      },
      indexOf: (id) => {
        const index = board.ids().indexOf(id)
        return index < 0 ? undefined : index
      },
      loadedIds: () => board.ids()
    },
    key: () => knownFilter(filter()),
    idsOfPage: async (page, perPage) => {
      const answer = await api.jobs.list({
        query: { ...knownFilter(filter()), sort: "active", page, perPage }
      })
      return answer.items.map((run) => run.id)
    },
    onRangeFailed: (reason) =>
      toast(reason === "too-long" ? translate(messages, "rangeTooLong") : reason.message, "bad")
  })
}

/** Converts the selection to the form that bulk requests expect. */
export const bulkSelection = (filter: RunFilter, { selection }: ListSelection): RunSelection =>
  selection.value._tag === "matching"
    ? { filter, except: [...selection.value.except] }
    : { filter: {}, ids: [...selection.value.ids] }
