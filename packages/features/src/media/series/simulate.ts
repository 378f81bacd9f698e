import type { Classification, Facts } from "@media/naming/Classification"
import { classifyTree } from "@media/naming/classify"
import { groupWorks } from "@media/naming/group/works"
import type { SimulatedFile, SimulatorInput } from "./simulatorContract.ts"

const told = (role: Classification["role"], facts: Facts) => ({
  role,
  title: facts.title === "" ? null : facts.title,
  year: facts.year,
  series: facts.series === null ? null : { title: facts.series.title, year: facts.series.year },
  season: role === "episode" ? (facts.season ?? 1) : facts.season,
  episode: facts.episode,
  episodeEnd: facts.episodeEnd,
  absolute: facts.absolute,
  airDate: facts.airDate
})

interface Belongs {
  readonly attachedTo: string
  readonly attachedAs: "version" | "part" | "extra"
}

/** Simulates how a library would classify these files. Pure. */
export const simulate = ({
  library,
  paths
}: SimulatorInput): { readonly items: ReadonlyArray<SimulatedFile> } => {
  const asked = { roots: library?.roots ?? [], videosAs: library?.videosAs ?? ("mixed" as const) }
  const all = classifyTree(new Set(paths), asked)
  const belongs = new Map<string, Belongs>()
  for (const { extras, parts, primary, versions } of groupWorks(all, asked).works) {
    const to = primary.path
    for (const { path } of versions) belongs.set(path, { attachedTo: to, attachedAs: "version" })
    for (const { path } of parts.slice(1)) belongs.set(path, { attachedTo: to, attachedAs: "part" })
    for (const { path } of extras) belongs.set(path, { attachedTo: to, attachedAs: "extra" })
  }
  return {
    items: all.map(({ alternatives, confidence, facts, path, proof, role }) => ({
      path,
      ...told(role, facts),
      externalIds: facts.ids,
      extraType: facts.extraType,
      ...(belongs.get(path) ?? { attachedTo: null, attachedAs: null }),
      proof,
      alternatives: alternatives.map((one) => ({ ...told(one.role, one.facts), rule: one.rule })),
      confidence
    }))
  }
}
