import { type ItemsEdited, mostSkippedListed, type SkippedEdit } from "./contract.ts"

export type EffectKey = Omit<ItemsEdited["effects"][number], "count">

/** The outcome of an edit for one item. */
export interface EditOutcome {
  readonly changed: boolean
  readonly effects: ReadonlyArray<EffectKey>
  readonly skipped: ReadonlyArray<SkippedEdit>
}

const has =
  (reason: SkippedEdit["reason"]) =>
  ({ skipped }: EditOutcome): boolean =>
    skipped.some((each) => each.reason === reason)

/** Returns the totals of the outcomes of all items of an edit. */
export const tallyOf = (outcomes: ReadonlyArray<EditOutcome>) => {
  const effects = new Map<string, ItemsEdited["effects"][number]>()
  for (const { effects: own } of outcomes)
    for (const { action, field, value } of own) {
      const key = JSON.stringify([field, action, value])
      effects.set(key, { field, action, value, count: (effects.get(key)?.count ?? 0) + 1 })
    }
  return {
    changed: outcomes.filter(({ changed }) => changed).length,
    unchanged: outcomes.filter(({ changed, skipped }) => !changed && skipped.length === 0).length,
    failedCount: outcomes.filter(has("rejected")).length,
    lockedCount: outcomes.filter(has("locked")).length,
    conflictCount: outcomes.filter(has("conflict")).length,
    skipped: outcomes.flatMap(({ skipped }) => skipped).slice(0, mostSkippedListed),
    effects: [...effects.values()]
      .toSorted((one, other) => other.count - one.count)
      .slice(0, mostSkippedListed)
  }
}
