import { api } from "@/api"
import { useMe } from "@/features/accounts/queries"

/**
 * Returns a function that rebuilds the stream. The function does nothing for accounts without the permission to
 * rebuild.
 */
export const useRebuild = (id: () => string) => {
  const { isAdmin } = useMe()
  return async (): Promise<void> => {
    if (!isAdmin.value) return
    await api.jobs.rebuildPreview({ path: { id: id() } }).catch(() => undefined)
  }
}
