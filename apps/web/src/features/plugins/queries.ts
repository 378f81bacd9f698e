import type {
  NewPlugin,
  PluginPackage,
  PluginPatch,
  PluginPreview
} from "@media/features/app/plugins/contract"
import { request } from "@media/web-client/request"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api, apiContext } from "@/api"
import { refresh } from "@/lib/queryCache"

export type Plugin = PluginPackage
export type Preview = PluginPreview
export type Source = NewPlugin

export const usePlugins = () =>
  useQuery({ key: ["plugins", "list"], query: ({ signal }) => api.plugins.list({ signal }) })

export const useAvailable = (index: () => string) =>
  useQuery({
    key: () => ["plugins", "available", index()],
    enabled: () => index() !== "",
    query: ({ signal }) => api.plugins.available({ query: { index: index() }, signal })
  })

export const useRuns = () =>
  useQuery({ key: ["plugins", "runs"], query: ({ signal }) => api.plugins.runs({ signal }) })

const usePluginMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["plugins"] }) })
}

/** Timeout in milliseconds of requests that download and unpack a package. */
const INSTALL_MS = 120_000
export const previewPlugin = (source: Source) =>
  api.plugins.install({ body: { ...source, dryRun: true }, timeoutMs: INSTALL_MS })
export const useInstall = () =>
  usePluginMutation((source: Source) => api.plugins.install({ body: source, timeoutMs: INSTALL_MS }))

/** Uploads an archive and returns its upload id. The server keeps the archive for an hour. */
export const uploadArchive = async (file: File): Promise<string> => {
  const body = new FormData()
  body.set("file", file)
  const answer = await request(apiContext, "POST", "/api/plugins/uploads", { body, timeoutMs: INSTALL_MS })
  return (answer as { readonly uploadId: string }).uploadId
}

export const useConfigure = () =>
  usePluginMutation(({ body, id }: { readonly id: string; readonly body: PluginPatch }) =>
    api.plugins.configure({ path: { id }, body })
  )
export const useRemovePlugin = () => usePluginMutation((id: string) => api.plugins.remove({ path: { id } }))
export const useStopRun = () => usePluginMutation((id: string) => api.jobs.cancel({ path: { id } }))
export const useSetHost = () =>
  usePluginMutation(
    ({
      body,
      id
    }: {
      readonly id: string
      readonly body: Pick<Plugin["hosts"][number], "access" | "host">
    }) => api.plugins.setHost({ path: { id }, body })
  )
export const useSetAuth = () =>
  usePluginMutation(
    ({
      authKey,
      id,
      value
    }: {
      readonly id: string
      readonly authKey: string
      readonly value: string | null
    }) => api.plugins.setAuth({ path: { id, authKey }, body: { value } })
  )
export const useExecute = () =>
  usePluginMutation(
    ({
      args,
      id,
      task
    }: {
      readonly id: string
      readonly task: string
      readonly args: Record<string, unknown>
    }) => api.plugins.execute({ path: { id }, body: { task, args } })
  )

/**
 * Returns the source from which the plugin can be installed again. Undefined if it was installed from an uploaded
 * archive.
 */
export const sourceOf = ({ id, source }: Plugin): Source | undefined => {
  if (source.source === "index") return { source: "index", index: source.url ?? "", id }
  if (source.source === "zip-url") return { source: "zip-url", url: source.url ?? "" }
  return source.source === "path" ? { source: "path", path: source.path ?? "" } : undefined
}
