import { api } from "@/api"
import { useMe } from "@/features/accounts/queries"

/** Has the stream made anew; quietly nothing for those who may not ask for it. */
export const useRebuild = (id: () => string) => {
  const { isAdmin } = useMe()
  return async (): Promise<void> => {
    if (!isAdmin.value) return
    await api.jobs.rebuildPreview({ path: { id: id() } }).catch(() => undefined)
  }
}
