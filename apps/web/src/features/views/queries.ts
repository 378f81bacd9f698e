import type { NewView, View as ViewSchema, ViewPatch } from "@media/features/app/views/contract"
import { defineQueryOptions, useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

export type View = ViewSchema

/** Queries all views that the user can see. Each list selects the views of its page. */
const viewsQuery = defineQueryOptions({
  key: ["views"],
  query: ({ signal }) => api.views.list({ signal }),
  staleTime: 30_000
})
export const useViews = () => useQuery(viewsQuery)

const useViewMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["views"] }) })
}
export const useCreateView = () => useViewMutation((body: NewView) => api.views.create({ body }))
export const useUpdateView = () =>
  useViewMutation(({ id, patch }: { readonly id: string; readonly patch: ViewPatch }) =>
    api.views.update({ path: { id }, body: patch })
  )
export const useRemoveView = () => useViewMutation((id: string) => api.views.remove({ path: { id } }))
