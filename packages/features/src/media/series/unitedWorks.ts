import type { Classification, Known } from "@media/naming/Classification"
import type { VideoFile } from "./classify.ts"
import type { United } from "./merged.ts"

const noName = { title: "", year: null }

/**
 * Subtracted from the height of a file for each merge that moved it, so that a file of the target is preferred as the
 * primary file. Greater than any height, including `PRIMARY_HEIGHT`.
 */
const PER_MERGE = 100_000_000

/**
 * Gives the episodes of merged series the names of the targets, so that they are grouped with the targets' episodes. A
 * file of a target remains the primary file of its work unless it is missing.
 */
export const unitedWorks = (
  all: ReadonlyArray<Classification>,
  known: ReadonlyMap<string, Known>,
  { depths, nameFor }: United,
  fileAt: (path: string) => VideoFile | undefined
) => {
  if (depths.size === 0) return { all, known }
  const renamed = all.map((one): Classification => {
    const { series } = one.facts
    const name = nameFor(fileAt(one.path)?.byHand?.series ?? series ?? noName)
    return series === null || name === undefined
      ? one
      : { ...one, facts: { ...one.facts, series: { ...series, ...name } } }
  })
  const ranked = [...known].map(([path, value]) => {
    const file = fileAt(path)
    const depth = depths.get(file?.id ?? "") ?? 0
    if (file?.isMissing === true) return [path, { ...value, height: -Number.MAX_SAFE_INTEGER }] as const
    return [
      path,
      depth === 0 ? value : { ...value, height: (value.height ?? 0) - depth * PER_MERGE }
    ] as const
  })
  return { all: renamed, known: new Map<string, Known>(ranked) }
}
