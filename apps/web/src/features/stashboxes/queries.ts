import type { EndpointPatch, NewEndpoint, SubmitRequest } from "@media/features/metadata/stashbox/contract"
import type {
  StashboxEndpoint,
  StashboxSubmission,
  SubmissionStatus
} from "@media/features/metadata/stashbox/shapes"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

export type StashBox = StashboxEndpoint
export type Submission = StashboxSubmission
export type SubmissionState = (typeof SubmissionStatus)["Type"]

export const useStashBoxes = () =>
  useQuery({ key: ["stashboxes", "list"], query: ({ signal }) => api.stashbox.list({ signal }) })

export const PER_PAGE = 50
export const useSubmissions = (
  id: () => string,
  page: () => number,
  status: () => SubmissionState | undefined
) =>
  useQuery({
    key: () => ["stashboxes", "submissions", id(), page(), status() ?? ""],
    query: ({ signal }) => {
      const wanted = status()
      return api.stashbox.submissions({
        path: { id: id() },
        query: { page: page(), perPage: PER_PAGE, ...(wanted === undefined ? {} : { status: wanted }) },
        signal
      })
    }
  })

/** Timeout in milliseconds, which is long because the server retries a busy stash-box for a while. */
const timeoutMs = 90_000

const useStashBoxMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["stashboxes"] }) })
}
export const useAddStashBox = () => useStashBoxMutation((body: NewEndpoint) => api.stashbox.create({ body }))
export const useChangeStashBox = () =>
  useStashBoxMutation(({ body, id }: { readonly id: string; readonly body: EndpointPatch }) =>
    api.stashbox.update({ path: { id }, body })
  )
export const useRemoveStashBox = () =>
  useStashBoxMutation((id: string) => api.stashbox.remove({ path: { id } }))
export const useTestStashBox = () =>
  useStashBoxMutation((id: string) => api.stashbox.test({ path: { id }, body: {}, timeoutMs }))
type Submit = typeof SubmitRequest.Encoded
export const useSubmitFingerprints = () =>
  useStashBoxMutation(({ id, ...body }: Submit & { readonly id: string }) =>
    api.stashbox.submitFingerprints({ path: { id }, body })
  )
