import { Pause, Play, RefreshCw, Upload } from "@lucide/vue"
import { computed } from "vue"
import { api, asApiError } from "@/api"
import { useDestinations } from "@/app/destinations"
import { useMe } from "@/features/accounts/queries"
import { useLibraries, useScanLibrary } from "@/features/libraries/queries"
import { useViews } from "@/features/views/queries"
import { toView } from "@/features/views/address"
import { lockedReason } from "@/lib/offline"
import { useMessages } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import type { PaletteEntry } from "./entries"
import { messages } from "./messages"

/** Returns the pages, views and actions that the user may use. */
export const useCommands = () => {
  const t = useMessages(messages)
  const { all } = useDestinations()
  const { isAdmin } = useMe()
  const { libraries } = useLibraries()
  const { data: views } = useViews()
  const scan = useScanLibrary()

  const attempt = async (act: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await act()
      toast(said)
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
    }
  }
  const setAllQueues = async (isPaused: boolean): Promise<void> => {
    const { items } = await api.jobs.queues()
    const act = isPaused ? api.jobs.pauseQueue : api.jobs.resumeQueue
    await Promise.all(
      items
        .filter((queue) => queue.isPaused !== isPaused)
        .map(({ name }) => act({ path: { queueName: name } }))
    )
  }

  const pages = computed((): ReadonlyArray<PaletteEntry> =>
    all.value.map(({ icon, key, label, name }) => ({
      id: `page-${name}`,
      label: label(),
      icon,
      hint: `g ${key}`,
      to: { name }
    }))
  )
  const viewEntries = computed((): ReadonlyArray<PaletteEntry> =>
    (views.value ?? []).map((view) => ({
      id: `view-${view.id}`,
      label: view.name,
      detail: view.text || undefined,
      to: toView(view)
    }))
  )
  const actions = computed((): ReadonlyArray<PaletteEntry> => {
    if (!isAdmin.value || lockedReason.value !== undefined) return []
    return [
      ...libraries.value.flatMap(({ contents, id, name }): ReadonlyArray<PaletteEntry> => [
        {
          id: `scan-${id}`,
          label: t("scan", { name }),
          icon: RefreshCw,
          run: () => attempt(() => scan.mutateAsync(id), t("scanStarted", { name }))
        },
        ...(contents.includes("videos")
          ? [
              {
                id: `upload-${id}`,
                label: t("upload", { name }),
                icon: Upload,
                to: { name: "library", params: { id }, query: { upload: "yes" } }
              }
            ]
          : [])
      ]),
      {
        id: "pause-jobs",
        label: t("pauseJobs"),
        icon: Pause,
        run: () => attempt(() => setAllQueues(true), t("jobsPaused"))
      },
      {
        id: "resume-jobs",
        label: t("resumeJobs"),
        icon: Play,
        run: () => attempt(() => setAllQueues(false), t("jobsResumed"))
      }
    ]
  })
  return { actions, pages, views: viewEntries }
}
