import { foldName } from "@media/kernel/FoldedName"
import type { RelatedEvent } from "./events.ts"

/** Returns a function that is true for other spellings of the same name. */
export const isAlike = (one: string) => {
  const folded = foldName(one)
  return (other: string): boolean => foldName(other) === folded
}

/** Removes aliases that are another spelling of the name or of an earlier alias. */
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
