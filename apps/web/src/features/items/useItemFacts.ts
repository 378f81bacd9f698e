import { computed, type ComputedRef } from "vue"
import { useMe } from "@/features/accounts/queries"
import { useLibraries } from "@/features/libraries/queries"
import { fileSize, moment } from "@/lib/format"
import type { ItemDetail } from "./definition"

export type Fact = readonly [name: string, value: string | null | undefined]

/** Facts of every kind: of the file (its path for administrators alone), and of the entry. */
export const useItemFacts = (
  item: () => ItemDetail
): { readonly file: ComputedRef<ReadonlyArray<Fact>>; readonly entry: ComputedRef<ReadonlyArray<Fact>> } => {
  const { isAdmin } = useMe()
  const { libraries } = useLibraries()
  const file = computed((): ReadonlyArray<Fact> => {
    const { libraryId, path, rootId, size } = item()
    const library = libraries.value.find((candidate) => candidate.id === libraryId)
    const root = library?.roots.find((candidate) => candidate.id === rootId)
    const folder = root ? `${root.path.replace(/\/$/, "")}/` : ""
    return [
      ["Library", library?.name],
      ["File", isAdmin.value && path ? `${folder}${path}` : undefined],
      ["Size", fileSize(size)]
    ]
  })
  const entry = computed((): ReadonlyArray<Fact> => [
    ["Added", moment(item().createdAt)],
    ["Changed", moment(item().updatedAt)]
  ])
  return { file, entry }
}
