import { api, ApiError } from "@/api"
import type { User } from "@media/features/accounts/contract"
import { defineQueryOptions, useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { computed } from "vue"
import { refresh } from "@/lib/queryCache"

export const setupStatusQuery = defineQueryOptions({
  key: ["session", "setup"],
  query: ({ signal }) => api.authPublic.setupStatus({ signal }),
  staleTime: Infinity,
  gcTime: false
})

/** `null`: not signed in. */
export const meQuery = defineQueryOptions({
  key: ["session", "me"],
  query: ({ signal }): Promise<User | null> =>
    api.auth.me({ signal }).catch((fault: unknown) => {
      if (fault instanceof ApiError && fault.status === 401) return null
      throw fault
    }),
  staleTime: Infinity,
  gcTime: false
})

export const useMe = () => {
  const { data } = useQuery(meQuery)
  return {
    me: computed(() => data.value ?? null),
    isAdmin: computed(() => data.value?.role === "administrator")
  }
}

export const useSessionCache = () => {
  const cache = useQueryCache()
  return {
    signIn: (user: User): void => {
      cache.setQueryData(["session", "setup"], { needsSetup: false, hasUsers: true })
      cache.setQueryData(["session", "me"], user)
    },
    /** Cached data belongs to the account that read it. */
    signOut: (): void => {
      for (const entry of cache.getEntries()) {
        if (entry.key[0] !== "session") cache.remove(entry)
      }
      cache.setQueryData(["session", "me"], null)
    }
  }
}

export const useUpdateMe = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: { displayName?: string; showNsfw?: boolean }) => api.auth.updateMe({ body }),
    onSuccess: (user) => cache.setQueryData(["session", "me"], user)
  })
}

export const useDevices = () =>
  useQuery({ key: ["devices"], query: ({ signal }) => api.auth.sessions({ signal }) })

export const useRevokeDevice = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (id: string) => api.auth.revokeSession({ path: { id } }),
    onSettled: () => refresh(cache, { key: ["devices"] })
  })
}
