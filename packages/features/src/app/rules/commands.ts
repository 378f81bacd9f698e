import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { readQuery } from "../../catalog/filters/readQuery.ts"
import { largeChangeOf } from "../../library/libraries/queue.ts"
import * as Access from "../../platform/access/Access.ts"
import { commandBy } from "../../platform/access/Command.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { undoRule as undoAllOf } from "../undo/commands.ts"
import type { NewRule, RulePatch } from "./contract.ts"
import { ruleDecider, type RuleCommand } from "./decider.ts"
import { rulesStream } from "./ids.ts"
import { findRule } from "./queries.ts"

const execute = (principal: Principal, command: RuleCommand) =>
  commandBy(principal, { streamId: rulesStream(command.accountId), decider: ruleDecider, command })

const Id = Schema.Struct({ id: Schema.String })

/** Fails for an invalid query, and for libraries that are hidden from the caller. */
const requireReadable = ({
  libraryIds = null,
  text
}: {
  readonly text?: string | undefined
  readonly libraryIds?: ReadonlyArray<string> | null | undefined
}) =>
  Effect.fn("rules.requireReadable")(function* (principal: Principal) {
    if (text !== undefined) yield* readQuery(text, itemFieldTable())
    if (libraryIds === null) return
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const known = yield* rowsOf(Id)(sql`
      select l.id from libraries l
      where l.id = any(${libraryIds as Array<string>}::uuid[]) and ${visibility.libraries("l")}`)
    if (known.length < new Set(libraryIds).size) return yield* new NotFound({ what: "library" })
  })

export const createRule = Effect.fn("rules.create")(function* (
  principal: Principal,
  { isEnabled = true, name, ...rule }: NewRule
) {
  yield* Access.require(principal, "manage-rules")
  yield* requireReadable(rule)(principal)
  const ruleId = uuidv7()
  yield* execute(principal, {
    _tag: "Create",
    ...{ id: ruleId, accountId: principal.accountId },
    value: { ...rule, name: name.trim(), isEnabled }
  })
  return yield* findRule(principal, ruleId)
})

export const changeRule = Effect.fn("rules.change")(function* (
  principal: Principal,
  id: string,
  { name, ...patch }: RulePatch
) {
  yield* findRule(principal, id)
  yield* Access.require(principal, "manage-rules")
  yield* requireReadable(patch)(principal)
  const given = { ...patch, ...(name === undefined ? {} : { name: name.trim() }) }
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  yield* execute(principal, { _tag: "Change", id, accountId: principal.accountId, changes })
  return yield* findRule(principal, id)
})

export const removeRule = Effect.fn("rules.remove")(function* (principal: Principal, id: string) {
  yield* findRule(principal, id)
  yield* Access.require(principal, "manage-rules")
  yield* execute(principal, { _tag: "Remove", id, accountId: principal.accountId })
  return null
})

/** Queues a run of a rule on all existing items that match. */
export const startRule = Effect.fn("rules.start")(function* (principal: Principal, id: string) {
  yield* findRule(principal, id)
  yield* Access.require(principal, "manage-rules")
  const batchId = uuidv7()
  const change = { of: "rule", accountId: principal.accountId, batchId, body: { ruleId: id } } as const
  yield* enqueue([largeChangeOf(change, "Apply a rule to all matching items")])
  return { batchId }
})

export const undoRule = Effect.fn("rules.undo")(function* (
  principal: Principal,
  id: string,
  options: { readonly dryRun?: boolean | undefined }
) {
  yield* findRule(principal, id)
  yield* Access.require(principal, "undo")
  return yield* undoAllOf(principal, id, options)
})
