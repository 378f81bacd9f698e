import type { Library } from "@media/features/library/libraries/contract"
import { useQueryCache } from "@pinia/colada"
import { computed, reactive, shallowRef, watch } from "vue"
import type { Contents } from "@/features/items/kinds/kinds"
import { folderName, likelyContents } from "./contentsCounts"
import { folderContentsQuery } from "./queries"

export interface RootDraft {
  readonly id?: string
  path: string
  enabled: boolean
  recursive: boolean
}
export const newRoot = (): RootDraft => ({ path: "", enabled: true, recursive: true })

/**
 * Manages the form values of a library. The name and contents of a new library are derived from its first folder, until
 * the user changes them.
 */
export const useLibraryDraft = (library: Library | null) => {
  const cache = useQueryCache()
  const draft = reactive({
    name: library?.name ?? "",
    contents: (library?.contents ?? ["videos"]) as ReadonlyArray<Contents>,
    isNsfw: library?.isNsfw ?? false,
    videosAs: library?.videosAs ?? "mixed",
    writeNfo: library?.writeNfo ?? "off",
    nfoWatchedAccountId: library?.nfoWatchedAccountId ?? null,
    roots: library?.roots.map(({ enabled, id, path, recursive }): RootDraft => ({
      enabled,
      id,
      path,
      recursive
    })) ?? [newRoot()]
  })
  const untouched = JSON.stringify(draft)
  let proposedName = draft.name
  let proposedContents = draft.contents

  /** True while the server counts the files in the folder, which determines the preselected contents. */
  const isCounting = shallowRef(false)
  const adopt = async (path: string): Promise<void> => {
    if (draft.name === proposedName) draft.name = proposedName = folderName(path)
    const counted = await cache.refresh(cache.ensure(folderContentsQuery(path)))
    if (draft.roots[0]?.path !== path || draft.contents !== proposedContents) return
    const likely = counted.status === "success" ? likelyContents(counted.data) : []
    if (likely.length > 0) draft.contents = proposedContents = likely
  }
  watch(
    () => draft.roots[0]?.path.trim() ?? "",
    (path, _before, onCleanup) => {
      isCounting.value = false
      if (library !== null || !path.startsWith("/")) return
      isCounting.value = draft.contents === proposedContents
      const end = () => {
        if (draft.roots[0]?.path.trim() === path) isCounting.value = false
      }
      // Errors are ignored, because the folder browser already shows why a folder cannot be read.
      const timer = setTimeout(() => void adopt(path).then(end, end), 400)
      onCleanup(() => clearTimeout(timer))
    }
  )
  const isDirty = computed(() => JSON.stringify(draft) !== untouched)
  return { draft, isCounting, isDirty }
}
