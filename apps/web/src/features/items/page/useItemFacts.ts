import { computed, type ComputedRef } from "vue"
import { useMe } from "@/features/accounts/queries"
import { useLibraries } from "@/features/libraries/queries"
import { fileSize, moment } from "@/lib/format"
import { translate } from "@/lib/messages"
import type { ItemDetail } from "../definition"
import { messages } from "./itemMessages"

export type Fact = readonly [name: string, value: string | null | undefined]

/**
 * Returns facts that exist for every kind: about the file (with its path for administrators), its hashes, and the dates
 * of the entry in the library.
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
   * A non-breaking space that reserves a line until the libraries have loaded, so that the facts below do not move.
   * Undefined afterwards.
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
    // Names of hash algorithms are the same in every language.
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
