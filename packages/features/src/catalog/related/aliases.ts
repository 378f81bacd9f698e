import { foldName } from "@media/kernel/FoldedName"
import type { RelatedEvent } from "./events.ts"

/** Returns a function that compares names with this name, ignoring case and accents (see `foldName`). */
export const isAlike = (one: string) => {
  const folded = foldName(one)
  return (other: string): boolean => foldName(other) === folded
}

/** Removes aliases that equal the name or an earlier alias after folding (see `foldName`). */
export const aliasesWithout = (name: string, aliases: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept = new Map<string, string>()
  for (const alias of aliases) {
    const folded = foldName(alias)
    if (folded !== foldName(name) && !kept.has(folded)) kept.set(folded, alias)
  }
  return [...kept.values()]
}

/** Returns the events that change one list of aliases into another. */
export const changeAliases = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<RelatedEvent> => [
  ...before
    .filter((alias) => !after.includes(alias))
    .map((alias) => ({ _tag: "related.alias-removed.v1" as const, alias })),
  ...after
    .filter((alias) => !before.includes(alias))
    .map((alias) => ({ _tag: "related.alias-added.v1" as const, alias }))
]
