import type { Classification, Known } from "@media/naming/Classification"
import type { VideoFile } from "./classify.ts"
import type { United } from "./merged.ts"

const noName = { title: "", year: null }

/** Height penalty per merge. It exceeds every height, including the bonus for current primary files. */
const PER_MERGE = 100_000_000

/**
 * Treats the episodes of merged series as episodes of the targets. A present file of a target remains the primary file
 * of its work.
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
