import type {
  MediaRequest as MediaRequestSchema,
  NewAnswer,
  NewRequest,
  ReceivedRequest as ReceivedRequestSchema
} from "@media/features/app/requests/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

export type MediaRequest = MediaRequestSchema
export type ReceivedRequest = ReceivedRequestSchema
export type ReceivedState = "open" | "answered"

/**
 * Maximum number of requests in a list. One page is enough for a user's own requests, because each user can have at
 * most 500.
 */
const SHOWN = 500

export const useOwnRequests = () =>
  useQuery({
    key: ["requests", "own"],
    query: ({ signal }) => api.requests.list({ query: { page: 1, perPage: SHOWN }, signal })
  })

export const useReceivedRequests = (state: () => ReceivedState) =>
  useQuery({
    key: () => ["requests", "received", state()],
    query: ({ signal }) =>
      api.receivedRequests.list({ query: { state: state(), page: 1, perPage: SHOWN }, signal })
  })

/** Queries the number of open requests. */
export const useOpenCount = () =>
  useQuery({
    key: ["requests", "count"],
    query: async ({ signal }) =>
      (await api.receivedRequests.list({ query: { state: "open", page: 1, perPage: 1 }, signal })).total
  })

const useRequestMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["requests"] }) })
}
export const useMakeRequest = () => useRequestMutation((body: NewRequest) => api.requests.make({ body }))
export const useWithdrawRequest = () =>
  useRequestMutation((id: string) => api.requests.withdraw({ path: { id } }))
export const useAnswerRequest = () =>
  useRequestMutation(({ body, id }: { readonly id: string; readonly body: NewAnswer }) =>
    api.receivedRequests.answer({ path: { id }, body })
  )
