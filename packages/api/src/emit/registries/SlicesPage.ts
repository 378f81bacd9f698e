import { code, page, table } from "../Markdown.ts"
import { roles } from "./Roles.ts"
import type { Slice } from "./SliceFolder.ts"

/** Writes the page that describes the roles, the slices and their concepts. */
export const slicesPage = (slices: ReadonlyArray<Slice>): string =>
  page(
    "Slices",
    "Generated from the manifests `packages/features/src/*/*/slice.ts`. For an introduction, see [slices](../slices.md).",
    "## Roles",
    table(
      ["Role", "Contains", "May import"],
      Object.entries(roles).map(([role, { holds, mayUse }]) => [code(role), holds, mayUse])
    ),
    "## Slices",
    table(
      ["Slice", "Does", "Stores", "Queues", "Live topics"],
      slices.map(({ slice: { about, live = [], name, queues = [], stores } }) => [
        code(name),
        about,
        stores,
        queues.map(({ definition }) => code(definition.name)).join(", "),
        live.map(({ topic }) => code(topic)).join(", ")
      ])
    ),
    "## Files without a role",
    "Each file implements one concept and is named after it.",
    table(
      ["File", "Purpose"],
      slices.flatMap(({ slice: { concepts = {}, name } }) =>
        Object.entries(concepts).map(([file, about]) => [code(`${name}/${file}`), about])
      )
    )
  )
