import { api } from "@/api"
import type { User } from "@media/features/identity/accounts/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { refresh } from "@/lib/queryCache"

export type UserInput = Parameters<typeof api.usersAdmin.create>[0]["body"]
export type UserPatch = Parameters<typeof api.usersAdmin.update>[0]["body"]

/** Maximum number of accounts per page that the server allows. */
const PER_PAGE = 500

/** Loads all accounts at once, because home servers have few accounts. */
export const useUsers = () =>
  useQuery({
    key: ["users"],
    query: async ({ signal }) => {
      const items: Array<User> = []
      for (let page = 1; ; page += 1) {
        const answer = await api.usersAdmin.list({ query: { page, perPage: PER_PAGE }, signal })
        items.push(...answer.items)
        if (answer.items.length < PER_PAGE) return items
      }
    }
  })

/**
 * Creates a mutation that reloads the accounts and the session afterwards, because the change may affect the user's own
 * account.
 */
const useUsersMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({
    mutation,
    onSettled: () => {
      refresh(cache, { key: ["users"] })
      refresh(cache, { key: ["session"] })
    }
  })
}
export const useCreateUser = () => useUsersMutation((body: UserInput) => api.usersAdmin.create({ body }))
export const useUpdateUser = () =>
  useUsersMutation(({ id, patch }: { id: string; patch: UserPatch }) =>
    api.usersAdmin.update({ path: { id }, body: patch })
  )
export const useDeleteUser = () => useUsersMutation((id: string) => api.usersAdmin.remove({ path: { id } }))
export const useResetPassword = () =>
  useUsersMutation(({ id, newPassword }: { id: string; newPassword: string }) =>
    api.usersAdmin.resetPassword({ path: { id }, body: { newPassword } })
  )

export const useUserDevices = (id: string) =>
  useQuery({
    key: ["users", id, "devices"],
    query: ({ signal }) => api.usersAdmin.sessions({ path: { id }, signal }),
    staleTime: 0
  })
export const useEndSession = (id: string) =>
  useUsersMutation((sessionId: string) => api.usersAdmin.revokeSession({ path: { id, sessionId } }))
