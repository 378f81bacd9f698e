import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import { api } from "@/api"
import { narrowedTo } from "@/choice/choices"
import { entityKinds, type EntityKind } from "@/features/entities/entityKinds"
import { useLibraries } from "@/features/libraries/queries"
import type { ValueSource } from "@/list/filterBar/suggestions"
import type { ItemKind } from "../kinds/kinds"

/** The maximum number of values that are offered. */
const MOST = 20
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

/** The values that the filter bar offers, and the names for ids in its text. */
export const useItemValues = (text: () => string, kind?: ItemKind): ValueSource => {
  const { libraries } = useLibraries()
  /** The text may contain ids of people, studios or tags, for example in a view saved on one of their pages. */
  const named = computed(() =>
    [...text().matchAll(new RegExp(`\\b(performer|studio|tag)[:=](${uuid})`, "gi"))].map(
      ([, entity = "", id = ""]) => ({ kind: entity.toLowerCase() as EntityKind, id })
    )
  )
  const { data: names } = useQuery({
    key: () => ["entities", "names", named.value.map(({ id }) => id).join()],
    query: async ({ signal }) => {
      // The chip of a deleted entity keeps showing its id.
      const found = await Promise.allSettled(
        named.value.map(({ id, kind: of }) => entityKinds[of].api.get({ path: { id }, signal }))
      )
      return new Map(
        found.flatMap((one, at) =>
          one.status === "fulfilled" ? [[named.value[at]!.id, one.value.name] as const] : []
        )
      )
    },
    enabled: () => named.value.length > 0
  })
  const collections = async (q: string, signal: AbortSignal) => {
    const { items } = await api.collections.list({ query: { q, page: 1, perPage: MOST }, signal })
    return items.map(({ name, total }) => ({ value: name, label: name, count: total }))
  }
  return {
    suggest: (field, typed, signal) => {
      if (field.type.name === "collection") return collections(typed, signal)
      // There are few libraries, and their names are already loaded.
      return field.type.name === "ref" && field.type.entity === "library"
        ? Promise.resolve(
            narrowedTo(
              libraries.value.map(({ name }) => ({ value: name, label: name })),
              typed
            )
          )
        : api.search.suggest({
            query: { field: field.name, q: typed, limit: MOST, ...(kind === undefined ? {} : { kind }) },
            signal
          })
    },
    nameOf: (entity, id) =>
      entity === "library" ? libraries.value.find((library) => library.id === id)?.name : names.value?.get(id)
  }
}
