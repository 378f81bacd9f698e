import { api } from "@/api"
import type {
  Library,
  ScannedFile as ScannedFileSchema,
  Verdict as VerdictSchema
} from "@media/features/libraries/contract"
import { defineQueryOptions, useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { computed } from "vue"
import { usePagedList } from "@/lib/usePagedList"
import { refresh } from "@/lib/queryCache"

export type ScannedFile = typeof ScannedFileSchema.Type
export type Verdict = typeof VerdictSchema.Type

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

export const useLibrary = (id: () => string) =>
  useQuery({
    key: () => ["libraries", id()],
    query: ({ signal }) => api.libraries.get({ path: { id: id() }, signal })
  })

export const useFolder = (path: () => string | undefined) =>
  useQuery({
    key: () => ["folders", path() ?? ""],
    query: ({ signal }) => api.librariesAdmin.browse({ query: { path: path() }, signal }),
    staleTime: 0
  })

const useLibraryMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({
    mutation,
    onSettled: () => {
      refresh(cache, { key: ["libraries"] })
      refresh(cache, { key: ["recent"] })
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
  readonly verdict: Verdict | undefined
}
export const useFiles = (filter: () => FileFilter) =>
  usePagedList<ScannedFile & { readonly id: string }>({
    key: () => ["files", { ...filter() }],
    load: async (page, perPage, signal) => {
      const { rootId, verdict } = filter()
      const answer = await api.librariesAdmin.files({
        query: { page, perPage, ...(rootId ? { rootId } : {}), ...(verdict ? { verdict } : {}) },
        signal
      })
      return {
        ...answer,
        items: answer.items.map((file) => ({ ...file, id: `${file.root.id}/${file.path}` }))
      }
    }
  })
