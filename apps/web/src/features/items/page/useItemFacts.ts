import { computed, type ComputedRef } from "vue"
import { useMe } from "@/features/accounts/queries"
import { useLibraries } from "@/features/libraries/queries"
import { fileSize, moment } from "@/lib/format"
import { translate } from "@/lib/messages"
import type { ItemDetail } from "../definition"
import { messages } from "./itemMessages"

export type Fact = readonly [name: string, value: string | null | undefined]

/**
 * Returns the facts that all kinds have: the file (with its path only for administrators), known hashes, and dates.
 */
export const useItemFacts = (
  item: () => ItemDetail
): {
  readonly file: ComputedRef<ReadonlyArray<Fact>>
  readonly hashes: ComputedRef<ReadonlyArray<Fact>>
  readonly entry: ComputedRef<ReadonlyArray<Fact>>
  readonly path: ComputedRef<string | undefined>
} => {
  const { isAdmin } = useMe()
  const { data: known, error, libraries } = useLibraries()
  /**
   * A blank text that reserves a line until the libraries have loaded, so that the facts below the line do not move.
   */
  const later = computed(() => (known.value === undefined && !error.value ? "\u00a0" : undefined))
  const library = computed(() => libraries.value.find(({ id }) => id === item().libraryId))
  const path = computed(() => {
    const { path, rootId } = item()
    const root = library.value?.roots.find((candidate) => candidate.id === rootId)
    const folder = root ? `${root.path.replace(/\/$/, "")}/` : ""
    return isAdmin.value && path ? `${folder}${path}` : undefined
  })
  const file = computed((): ReadonlyArray<Fact> => [
    [translate(messages, "library"), library.value?.name ?? later.value],
    [translate(messages, "file"), path.value],
    [translate(messages, "size"), fileSize(item().size)]
  ])
  const hashes = computed((): ReadonlyArray<Fact> => {
    const { md5, oshash, phash, phashFailure } = item().fingerprints
    const reason =
      phashFailure === null ? undefined : translate(messages, "noPhash", { reason: phashFailure })
    // Algorithm names are not translated.
    return [
      ["MD5", md5],
      ["oshash", oshash],
      ["pHash", phash ?? reason]
    ]
  })
  const entry = computed((): ReadonlyArray<Fact> => [
    [translate(messages, "added"), moment(item().createdAt)],
    [translate(messages, "changed"), moment(item().updatedAt)]
  ])
  return { file, hashes, entry, path }
}
