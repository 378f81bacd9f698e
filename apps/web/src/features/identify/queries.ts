import type {
  Proposal as ProposalSchema,
  ProposalDetail as DetailSchema,
  ProposalStatus
} from "@media/features/metadata/proposals/shapes"
import type { IdentifyChoice } from "@media/features/metadata/proposals/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"
import type { acceptBody } from "./review"

export type Proposal = ProposalSchema
export type ProposalDetail = DetailSchema
export type Choice = IdentifyChoice

export interface QueueFilter {
  readonly status: ProposalStatus
  readonly batchId?: string
  readonly targetId?: string
}
/** Maximum number of results in the list. Further results appear as the user works through the list. */
const SHOWN = 200
const key = ["identify"]

export const useProposals = (filter: () => QueueFilter) =>
  useQuery({
    key: () => [...key, "list", JSON.stringify(filter())],
    query: ({ signal }) => api.proposals.list({ query: { ...filter(), perPage: SHOWN }, signal })
  })

export const useProposal = (id: () => string | undefined) =>
  useQuery({
    key: () => [...key, "detail", id() ?? ""],
    enabled: () => id() !== undefined,
    query: ({ signal }) => api.proposals.get({ path: { id: id()! }, signal })
  })

export const useChoices = () =>
  useQuery({ key: [...key, "sources"], query: ({ signal }) => api.proposals.sources({ signal }) })

const routes = {
  video: api.acceptProposals.video,
  series: api.acceptProposals.series,
  gallery: api.acceptProposals.gallery,
  image: api.acceptProposals.image,
  book: api.acceptProposals.book,
  track: api.acceptProposals.track,
  album: api.acceptProposals.album,
  performer: api.acceptProposals.performer,
  studio: api.acceptProposals.studio,
  tag: api.acceptProposals.tag
}
export const isAcceptable = (kind: string): kind is keyof typeof routes => Object.hasOwn(routes, kind)

const useChange = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key }) })
}

interface Accepting {
  readonly target: Proposal["target"]
  readonly body: ReturnType<typeof acceptBody>
}
export const useAccept = () =>
  useChange(({ body, target: { id, kind } }: Accepting) =>
    isAcceptable(kind)
      ? routes[kind]({ path: { id }, body })
      : Promise.reject(new Error(`Results of a ${kind} cannot be accepted here.`))
  )
export const useReject = () => useChange((id: string) => api.proposals.reject({ path: { id } }))

interface Many {
  readonly batchId?: string
  readonly minConfidence: number
}
export const countMany = (filter: Many) => api.proposals.acceptMany({ body: { filter, dryRun: true } })
export const useAcceptMany = () =>
  useChange(({ expected, filter }: { readonly filter: Many; readonly expected: number }) =>
    api.proposals.acceptMany({ body: { filter, expected } })
  )

export const useIdentify = () =>
  useChange(
    ({ source, targetId }: { readonly source: Pick<Choice, "kind" | "id">; readonly targetId: string }) =>
      api.proposals.identify({ body: { ids: [targetId], sources: [{ kind: source.kind, id: source.id }] } })
  )
export const readRun = (batchId: string) => api.proposals.run({ path: { id: batchId } })
