import * as Either from "effect/Either"
import { MOST_REQUIREMENTS } from "./limits.ts"
import type { IndexedPackage } from "./IndexedPackage.ts"
import { PackageRefused } from "./PackageRefused.ts"

/**
 * Returns the requested packages together with all packages that they require, directly or indirectly. Each package
 * comes after the packages that it requires, unless they require each other in a cycle.
 */
export const withRequirements = (
  packages: ReadonlyArray<IndexedPackage>,
  ids: ReadonlyArray<string>
): Either.Either<ReadonlyArray<IndexedPackage>, PackageRefused> => {
  const known = new Map(packages.map((each) => [each.id, each]))
  const ordered = new Set<IndexedPackage>()
  const entered = new Set<string>()
  /** Uses an explicit stack instead of recursion, because a chain of requirements can be as long as the index. */
  const steps = ids.toReversed().map((id) => ({ id, by: undefined as string | undefined, isDone: false }))
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { by, id, isDone } = step
    const found = known.get(id)
    if (found === undefined)
      return Either.left(
        new PackageRefused({
          code: "unknown",
          reason:
            by === undefined
              ? `The index does not contain the package "${id}".`
              : `The package "${by}" needs "${id}", which the index does not contain.`
        })
      )
    if (isDone) ordered.add(found)
    if (isDone || entered.has(id)) continue
    entered.add(id)
    if (entered.size > ids.length + MOST_REQUIREMENTS)
      return Either.left(
        new PackageRefused({
          code: "index",
          reason: `The packages need more than ${MOST_REQUIREMENTS} other packages.`
        })
      )
    steps.push({ id, by, isDone: true })
    for (const needed of found.requires.toReversed()) steps.push({ id: needed, by: id, isDone: false })
  }
  return Either.right([...ordered])
}
