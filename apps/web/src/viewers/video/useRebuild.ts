import { api } from "@/api"
import { useMe } from "@/features/accounts/queries"

/** Rebuilds the stream; does nothing for accounts without the permission. */
export const useRebuild = (id: () => string) => {
  const { isAdmin } = useMe()
  return async (): Promise<void> => {
    if (!isAdmin.value) return
    await api.jobs.rebuildPreview({ path: { id: id() } }).catch(() => undefined)
  }
}
