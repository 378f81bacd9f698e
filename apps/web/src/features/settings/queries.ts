import { api } from "@/api"
import type { Settings } from "@media/features/platform/settings/contract"
import { defineQueryOptions, useMutation, useQuery, useQueryCache } from "@pinia/colada"

export const settingsQuery = defineQueryOptions({
  key: ["settings"],
  query: ({ signal }) => api.settings.get({ signal })
})
export const useSettings = () => useQuery(settingsQuery)

export const useUpdateSettings = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: Partial<Settings>) => api.settingsAdmin.update({ body }),
    onSuccess: (settings) => cache.setQueryData(["settings"], settings)
  })
}

export const useHealth = () =>
  useQuery({ key: ["system", "health"], query: ({ signal }) => api.health.health({ signal }) })
export const useSystemStatus = () =>
  useQuery({ key: ["system", "status"], query: ({ signal }) => api.system.status({ signal }) })
