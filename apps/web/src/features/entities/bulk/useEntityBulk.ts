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

/** Maximum number of entities in one request. */
const AT_ONCE = 500
const timeoutMs = 120_000

export type EntityAct =
  { readonly _tag: "edit"; readonly changes: FieldChanges } | { readonly _tag: "remove" }

type EditBody = Parameters<typeof api.entityBulk.edit>[0]["body"]
/**
 * The selected entities: either their ids, or a filter with exceptions and the number of matches that the user saw. The
 * server rejects the action if that number has changed.
 */
export type Chosen = Pick<EditBody, "ids" | "filter" | "except" | "expected">

const added = (before: EntitiesChanged | undefined, answer: EntitiesChanged): EntitiesChanged => ({
  ...answer,
  changed: (before?.changed ?? 0) + answer.changed,
  unchanged: (before?.unchanged ?? 0) + answer.unchanged,
  failed: [...(before?.failed ?? []), ...answer.failed]
})

/** Actions on the selected entities. Each action shows a toast with an undo button. */
export const useEntityBulk = (info: EntityKindInfo) => {
  const busy = shallowRef(false)
  const { offer } = useUndo()
  const refreshAll = useRefreshEntities()

  const send = (act: EntityAct, target: Omit<EditBody, "kind" | "changes">): Promise<EntitiesChanged> => {
    const body = { ...target, kind: info.kind }
    switch (act._tag) {
      case "edit":
        return api.entityBulk.edit({ body: { ...body, changes: act.changes }, timeoutMs })
      case "remove":
        return api.entityBulkAdmin.remove({ body, timeoutMs })
    }
  }

  /**
   * Sends requests, each for the next 500 entities, until all selected entities are processed. All requests belong to
   * one batch, which can be undone.
   */
  const sendAll = async (act: EntityAct, chosen: Chosen): Promise<EntitiesChanged> => {
    let all: EntitiesChanged | undefined
    for (;;) {
      const [batchId, next] = [all?.batchId ?? null, all?.next ?? null]
      const rest = { ...(batchId === null ? {} : { batchId }), ...(next === null ? {} : { cursor: next }) }
      all = added(all, await send(act, { ...chosen, ...rest, dryRun: false }))
      if (all.next === null) return all
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
    readValues: (chosen: Chosen) =>
      api.entityBulk.values({ body: { ...chosen, kind: info.kind }, timeoutMs }),
    /**
     * Performs a dry run, which covers only the first 500 selected entities. Returns the number of entities that would
     * change.
     */
    tryOut: (act: EntityAct, chosen: Chosen) => send(act, { ...chosen, dryRun: true }),
    run: (act: EntityAct, chosen: Chosen) => attempt(async () => told(await sendAll(act, chosen))),
    merge: (into: string, from: ReadonlyArray<string>) =>
      attempt(async () => {
        await info.api.merge({ path: { id: into }, body: { from: [...from] } })
      })
  }
}
