import type { ItemDefinition } from "../definition"
import { allKinds } from "./kinds"

/** The modules that export the definition of a kind. */
const modules = import.meta.glob<Readonly<Record<string, ItemDefinition>>>("../../*/definition.ts", {
  eager: true
})
const byKind = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .map((one) => [one.kind, one])
)

/** The definitions of all kinds in navigation order, for pages that show several kinds. */
export const allDefinitions: ReadonlyArray<ItemDefinition> = allKinds.flatMap(
  ({ kind }) => byKind.get(kind) ?? []
)
