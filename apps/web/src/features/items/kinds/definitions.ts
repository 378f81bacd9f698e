import type { ItemDefinition } from "../definition"
import { allKinds } from "./kinds"

/** Each `definition.ts` exports the definition of its kind. */
const modules = import.meta.glob<Readonly<Record<string, ItemDefinition>>>("../../*/definition.ts", {
  eager: true
})
const byKind = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .map((one) => [one.kind, one])
)

/** The definitions of all kinds in the order of navigation, for pages that show several. */
export const allDefinitions: ReadonlyArray<ItemDefinition> = allKinds.flatMap(
  ({ kind }) => byKind.get(kind) ?? []
)
