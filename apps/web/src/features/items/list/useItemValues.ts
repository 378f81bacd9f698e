import type { Field } from "@media/query/Field"
import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import { api } from "@/api"
import { narrowedTo } from "@/choice/choices"
import { anyEntityKind, entityKinds, type EntityKind } from "@/features/entities/entityKinds"
import { useLibraries } from "@/features/libraries/queries"
import { isCountable } from "@/list/filterBar/fieldTables"
import type { ValueSource } from "@/list/filterBar/suggestions"

import type { ItemKind } from "../kinds/kinds"

/** Maximum number of suggested values. */
const MOST = 20
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

/**
 * Provides the values that the filter bar suggests, and names for the entity ids in the query text. `kind` is the kind
 * of the listed items. If `kind` is omitted, the suggested values come from items of all kinds.
 */
export const useItemValues = (text: () => string, kind?: ItemKind): ValueSource => {
  const { libraries } = useLibraries()
  /**
   * The ids of entities in the query text. For example, a view that was saved on the page of a
   * performer contains the id of the performer.
   */
  const named = computed(() =>
    [...text().matchAll(new RegExp(`\\b(${anyEntityKind})[:=](${uuid})`, "gi"))].map(
      ([, entity = "", id = ""]) => ({ kind: entity.toLowerCase() as EntityKind, id })
    )
  )
  const { data: names } = useQuery({
    key: () => ["entities", "names", named.value.map(({ id }) => id).join()],
    query: async ({ signal }) => {
      // If an entity was deleted, its name is unknown and its chip shows the id.
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
  /**
   * Returns the values of a field among the items that match the rest of the filter. Returns undefined if there are too
   * many values to list or if counting takes too long.
   */
  const inList = async (field: Field, signal: AbortSignal) => {
    if (kind === undefined || !isCountable(field)) return undefined
    try {
      const { facets } = await api.search.facets({ query: { kind, q: text(), fields: [field.name] }, signal })
      const [facet] = facets
      return facet === undefined || facet.isMore ? undefined : facet.values
    } catch (fault) {
      if (signal.aborted) throw fault
      // The query is incomplete or too broad, or the field has too many values to count.
      return undefined
    }
  }
  const suggested = (field: Field, typed: string, signal: AbortSignal) =>
    api.search.suggest({
      query: { field: field.name, q: typed, limit: MOST, ...(kind === undefined ? {} : { kind }) },
      signal
    })
  /** In an unfiltered list, the server counts all items without reading them, so `inList` is not needed. */
  const suggestedInList = async (field: Field, typed: string, signal: AbortSignal) => {
    const values = text().trim() === "" ? undefined : await inList(field, signal)
    const fitting = values && narrowedTo(values, typed)
    // If no value in the list fits the typed text, the user can still choose another value, for example to add it to a
    // condition that matches any of several values.
    return fitting === undefined || fitting.length === 0
      ? suggested(field, typed, signal)
      : fitting.slice(0, MOST)
  }
  return {
    counts: async (field, signal) => {
      const values = await inList(field, signal)
      return values && new Map(values.map(({ count, value }) => [value, count]))
    },
    suggest: async (field, typed, signal) => {
      if (field.type.name === "collection") return collections(typed, signal)
      // All libraries are already loaded, so suggesting them needs no request.
      return field.type.name === "ref" && field.type.entity === "library"
        ? narrowedTo(
            libraries.value.map(({ name }) => ({ value: name, label: name })),
            typed
          )
        : suggestedInList(field, typed, signal)
    },
    nameOf: (entity, id) =>
      entity === "library" ? libraries.value.find((library) => library.id === id)?.name : names.value?.get(id)
  }
}
