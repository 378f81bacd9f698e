import { api } from "@/api"
import type { SessionStart, User } from "@media/features/identity/accounts/contract"
import { defineQueryOptions, useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { computed } from "vue"
import { refresh } from "@/lib/queryCache"

/**
 * The query for the session, which must have loaded before any page is shown. The script in the page's head has already
 * sent the first request of this query.
 */
export const sessionQuery = defineQueryOptions({
  key: ["session"],
  query: ({ signal }) => api.session.get({ signal }),
  staleTime: Infinity,
  gcTime: false
})

export const useMe = () => {
  const { data } = useQuery(sessionQuery)
  return {
    me: computed(() => data.value?.user ?? null),
    /** The administrator who is viewing the app as this user, if any. */
    viewer: computed(() => data.value?.viewer ?? null),
    isAdmin: computed(() => data.value?.user?.role === "administrator")
  }
}

export const useSessionCache = () => {
  const cache = useQueryCache()
  return {
    signIn: (user: User): void => {
      cache.setQueryData(["session"], {
        needsSetup: false,
        user,
        viewer: null,
        settings: null,
        uiPrefs: undefined
      })
    },
    /** Clears the cache, because all cached data belongs to the user who signed out. */
    signOut: (): void => {
      for (const entry of cache.getEntries()) {
        if (entry.key[0] !== "session") cache.remove(entry)
      }
      cache.setQueryData(["session"], {
        needsSetup: false,
        user: null,
        viewer: null,
        settings: null,
        uiPrefs: null
      })
    }
  }
}

export const useUpdateMe = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (body: { displayName?: string; showNsfw?: boolean }) => api.auth.updateMe({ body }),
    onSuccess: (user) =>
      cache.setQueryData<SessionStart>(["session"], {
        ...{ needsSetup: false, settings: null, viewer: null, uiPrefs: null },
        user
      })
  })
}

export const useDevices = () =>
  useQuery({ key: ["devices"], query: ({ signal }) => api.auth.sessions({ signal }) })

/** Creates a mutation that reloads the device list afterwards, even after an error. */
const useDevicesMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["devices"] }) })
}
export const useSignOutDevice = () =>
  useDevicesMutation((id: string) => api.auth.revokeSession({ path: { id } }))
export const useSignOutOthers = () => useDevicesMutation((_: void) => api.auth.revokeOthers())
export const useChangePassword = () =>
  useDevicesMutation((body: { readonly currentPassword: string; readonly newPassword: string }) =>
    api.auth.changePassword({ body })
  )
