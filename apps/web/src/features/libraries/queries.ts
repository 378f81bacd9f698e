import { api } from "@/api"
import type {
  FileSort as FileSortSchema,
  FolderListing as FolderListingSchema,
  Library,
  ScannedFile as ScannedFileSchema,
  ScanResult as ScanResultSchema
} from "@media/features/library/libraries/contract"
import { defineQueryOptions, useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { computed, watch, type Ref } from "vue"
import { usePagedList } from "@/lib/usePagedList"
import { refresh } from "@/lib/queryCache"
import { isBusy } from "./useProgress"

export type ScannedFile = typeof ScannedFileSchema.Type
type FolderListing = typeof FolderListingSchema.Type
export type FileSort = typeof FileSortSchema.Type
export type ScanResult = typeof ScanResultSchema.Type

export type LibraryInput = Parameters<typeof api.libraries.create>[0]["body"]
export type LibraryPatch = Parameters<typeof api.librariesAdmin.update>[0]["body"]

export const librariesQuery = defineQueryOptions({
  key: ["libraries"],
  query: ({ signal }) => api.libraries.list({ signal })
})

export const useLibraries = () => {
  const query = useQuery(librariesQuery)
  return { ...query, libraries: computed<ReadonlyArray<Library>>(() => query.data.value?.items ?? []) }
}

/**
 * Queries the libraries during the setup. Waits until the first account exists, because the request needs a session.
 */
export const useSetupLibraries = (hasAccount: Readonly<Ref<boolean>>) =>
  useQuery(() => ({ ...librariesQuery, enabled: hasAccount.value }))

export const useLibrary = (id: () => string) =>
  useQuery({
    key: () => ["libraries", id()],
    query: ({ signal }) => api.libraries.get({ path: { id: id() }, signal })
  })

export const useFolder = (path: () => string | undefined) =>
  useQuery({
    key: () => ["folders", path() ?? ""],
    query: ({ signal }) => api.librariesAdmin.browse({ query: { path: path() }, signal }),
    staleTime: 0,
    placeholderData: (before: FolderListing | undefined) => before
  })

/**
 * The query for the number of media files in a folder. The result is cached for a minute, because counting takes a
 * while.
 */
export const folderContentsQuery = defineQueryOptions((path: string) => ({
  key: ["folder-contents", path],
  query: ({ signal }) => api.librariesAdmin.folderContents({ query: { path }, signal }),
  staleTime: 60_000
}))
export const useFolderContents = (path: () => string | undefined) =>
  useQuery(() => ({ ...folderContentsQuery(path() ?? ""), enabled: path() !== undefined }))

/**
 * Interval at which libraries are polled while a job is running and the page is visible. Polling is necessary, because
 * the progress of jobs does not trigger live updates of libraries.
 */
const PROGRESS_MS = 1_500
export const useLibraryProgress = (query: {
  readonly data: Readonly<Ref<Library | { readonly items: ReadonlyArray<Library> } | undefined>>
  readonly refetch: () => Promise<unknown>
}): void => {
  const isAnyBusy = computed(() => {
    const shown = query.data.value
    return shown !== undefined && ("items" in shown ? shown.items : [shown]).some(isBusy)
  })
  watch(
    isAnyBusy,
    (busy, _before, onCleanup) => {
      if (!busy) return
      const timer = setInterval(() => {
        if (!document.hidden) query.refetch().catch(() => undefined)
      }, PROGRESS_MS)
      onCleanup(() => clearInterval(timer))
    },
    { immediate: true }
  )
}

const useLibraryMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({
    mutation,
    onSettled: () => {
      refresh(cache, { key: ["libraries"] })
      refresh(cache, { key: ["home"] })
    }
  })
}

export const useCreateLibrary = () =>
  useLibraryMutation((body: LibraryInput) => api.libraries.create({ body }))
export const useUpdateLibrary = () =>
  useLibraryMutation(({ id, patch }: { id: string; patch: LibraryPatch }) =>
    api.librariesAdmin.update({ path: { id }, body: patch })
  )
export const useDeleteLibrary = () =>
  useLibraryMutation((id: string) => api.librariesAdmin.remove({ path: { id } }))
export const useScanLibrary = () =>
  useLibraryMutation((id: string) => api.librariesAdmin.scan({ path: { id }, body: {} }))

export interface FileFilter {
  readonly rootId: string | undefined
  readonly scanResult: ScanResult | undefined
  readonly sort: FileSort
}
export const useFiles = (filter: () => FileFilter) =>
  usePagedList<ScannedFile & { readonly id: string }>({
    key: () => ["files", { ...filter() }],
    load: async (page, perPage, signal) => {
      const { rootId, sort, scanResult } = filter()
      const answer = await api.librariesAdmin.files({
        query: { page, perPage, sort, ...(rootId ? { rootId } : {}), ...(scanResult ? { scanResult } : {}) },
        signal
      })
      return {
        ...answer,
        items: answer.items.map((file) => ({ ...file, id: `${file.root.id}/${file.path}` }))
      }
    }
  })
