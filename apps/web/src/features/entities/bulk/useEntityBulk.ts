import type { FieldChanges } from "@media/features/app/bulk/contract"
import type { EntitiesChanged } from "@media/features/app/entity-bulk/contract"
import { shallowRef } from "vue"
import { api, asApiError } from "@/api"
import { useUndo } from "@/features/history/useUndo"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import type { EntityKindInfo } from "../entityKinds"
import { useRefreshEntities } from "../queries"
import { messages } from "./bulkMessages"

/** The maximum number of entities per request. */
const AT_ONCE = 500
const timeoutMs = 120_000

export type EntityAct =
  { readonly _tag: "edit"; readonly changes: FieldChanges } | { readonly _tag: "remove" }

/** Actions on selected entities. Each shows a toast with an undo button. */
export const useEntityBulk = (info: EntityKindInfo) => {
  const busy = shallowRef(false)
  const { offer } = useUndo()
  const refreshAll = useRefreshEntities()

  const send = (act: EntityAct, ids: ReadonlyArray<string>, dryRun: boolean): Promise<EntitiesChanged> => {
    const target = { kind: info.kind, ids: ids.slice(0, AT_ONCE), dryRun }
    switch (act._tag) {
      case "edit":
        return api.entityBulk.edit({ body: { ...target, changes: act.changes }, timeoutMs })
      case "remove":
        return api.entityBulkAdmin.remove({ body: target, timeoutMs })
    }
  }

  const told = ({ batchId, changed, failed }: EntitiesChanged): void => {
    const many = changed === 1 ? info.words.one : info.words.many
    const text = [
      translate(messages, "done", { count: changed, many }),
      ...(failed.length === 0
        ? []
        : [translate(messages, "failed", { count: failed.length }), failed[0]!.message])
    ].join(". ")
    if (batchId === null) toast(text, failed.length === 0 ? "plain" : "bad")
    else offer(text, { batchId })
  }

  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    busy.value = true
    try {
      await work()
      return true
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
      return false
    } finally {
      busy.value = false
      refreshAll()
    }
  }

  return {
    busy,
    most: AT_ONCE,
    /** Counts the entities that an action would change. */
    tryOut: (act: EntityAct, ids: ReadonlyArray<string>) => send(act, ids, true),
    run: (act: EntityAct, ids: ReadonlyArray<string>) =>
      attempt(async () => told(await send(act, ids, false))),
    merge: (into: string, from: ReadonlyArray<string>) =>
      attempt(async () => {
        await info.api.merge({ path: { id: into }, body: { from: [...from] } })
      })
  }
}
