import type {
  NewRule,
  Rule as RuleSchema,
  RuleCondition,
  RulePatch
} from "@media/features/app/rules/contract"
import type { AutoTagKind } from "@media/features/app/auto-tag/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

export type Rule = RuleSchema

export const useRules = () =>
  useQuery({ key: ["rules", "list"], query: ({ signal }) => api.rules.list({ signal }) })

export const useRuns = (id: () => string) =>
  useQuery({
    key: () => ["rules", "runs", id()],
    query: ({ signal }) => api.rules.runs({ path: { id: id() }, signal })
  })

export const previewRule = (body: RuleCondition, signal?: AbortSignal) =>
  api.rules.preview({ body, ...(signal ? { signal } : {}) })

const useRuleMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["rules"] }) })
}
export const useSaveRule = () =>
  useRuleMutation(({ body, id }: { readonly id: string | undefined; readonly body: NewRule }) =>
    id === undefined ? api.rules.create({ body }) : api.rules.update({ path: { id }, body })
  )
export const useChangeRule = () =>
  useRuleMutation(({ body, id }: { readonly id: string; readonly body: RulePatch }) =>
    api.rules.update({ path: { id }, body })
  )
export const useRemoveRule = () => useRuleMutation((id: string) => api.rules.remove({ path: { id } }))
export const useRunRule = () => useRuleMutation((id: string) => api.rules.run({ path: { id } }))
/** Timeout of an undo in milliseconds. Undoing changes to thousands of items takes several seconds. */
const timeoutMs = 120_000
export const useUndoRule = () =>
  useRuleMutation((id: string) => api.rules.undo({ path: { id }, body: {}, timeoutMs }))

const SHOWN = 100
export const useProposals = () =>
  useQuery({
    key: ["rules", "proposals"],
    query: ({ signal }) => api.autoTag.list({ query: { page: 1, perPage: SHOWN }, signal })
  })
export const useFindNames = () =>
  useRuleMutation((kinds: ReadonlyArray<AutoTagKind>) => api.autoTag.find({ body: { kinds: [...kinds] } }))
export const useAcceptNames = () =>
  useRuleMutation((entityIds: ReadonlyArray<string>) =>
    api.autoTag.accept({ body: { entityIds: [...entityIds] } })
  )
export const useDismissNames = () =>
  useRuleMutation((entityIds: ReadonlyArray<string>) =>
    api.autoTag.dismiss({ body: { entityIds: [...entityIds] } })
  )
