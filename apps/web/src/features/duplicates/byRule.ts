import type { DuplicateGroup } from "@media/features/app/duplicates/contract"
import { api, asApiError } from "@/api"
import type { DuplicateQuery } from "./queries"

/** The item that the rule keeps in a group, and the items that it removes. */
export interface Choice {
  readonly keepId: string
  readonly keepPath: string
  readonly because: DuplicateGroup["keepBecause"]
  readonly others: ReadonlyArray<{ readonly id: string; readonly path: string }>
  /** The total size in bytes of the files to remove. */
  readonly spare: number
}

export const choiceOf = ({ items, keepBecause, keepId }: DuplicateGroup): Choice => {
  const others = items.filter(({ item }) => item.id !== keepId)
  return {
    keepId,
    keepPath: items.find(({ item }) => item.id === keepId)?.path ?? "",
    because: keepBecause,
    others: others.map(({ item, path }) => ({ id: item.id, path })),
    spare: others.reduce((sum, { item }) => sum + item.size, 0)
  }
}

const PER_PAGE = 100

/**
 * Loads all pages of duplicate groups, and returns the items that the rule would keep and remove in each group. Does
 * not remove any items.
 */
export const choicesByRule = async (filter: Omit<DuplicateQuery, "page">): Promise<ReadonlyArray<Choice>> => {
  const groups: Array<DuplicateGroup> = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.duplicates.list({ query: { ...filter, page, perPage: PER_PAGE } })
    groups.push(...items)
    if (page * PER_PAGE >= total) return groups.map(choiceOf)
  }
}

export interface Outcome {
  /** The id with which all removals can be undone together. Undefined if no items were removed. */
  readonly batchId: string | undefined
  readonly removed: number
  readonly failures: ReadonlyArray<string>
}

/**
 * Removes the duplicates of one group after another. If a group fails, records the error and continues with the next
 * group.
 */
export const applyChoices = async (
  choices: ReadonlyArray<Choice>,
  onDone: (done: number) => void,
  isStopped: () => boolean
): Promise<Outcome> => {
  let batchId: string | undefined
  const failures: Array<string> = []
  let removed = 0
  for (const [n, { keepId, others }] of choices.entries()) {
    if (isStopped()) break
    try {
      const body = { keepId, removeIds: others.map(({ id }) => id), deleteFile: true, batchId }
      const answer = await api.duplicates.resolve({ body })
      batchId ??= answer.batchId
      removed += answer.removed
      failures.push(...answer.failed.map(({ message }) => message))
    } catch (fault) {
      failures.push(asApiError(fault).message)
    }
    onDone(n + 1)
  }
  return { batchId, removed, failures }
}
