import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { limits } from "@media/query/Tree"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText, ShownText } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { EntityName } from "../../catalog/relations/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { FailUndoConflict } from "../undo/contract.ts"
import { UndoReport } from "../undo/shapes.ts"
import { RuleActions } from "./events.ts"

const Name = ShownText(200).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
const libraryIds = Schema.NullOr(
  Schema.Array(Uuid).pipe(
    Schema.minItems(1, { message: () => "must contain at least one library, or be null for all" }),
    Schema.maxItems(500)
  )
)
const names = Schema.optionalWith(Schema.Array(EntityName).pipe(Schema.maxItems(100)), { exact: true })
const Actions = Schema.Struct({
  ...RuleActions.fields,
  addTags: names,
  addPerformers: names,
  studio: Schema.optionalWith(EntityName, { exact: true })
}).pipe(
  Schema.filter((actions) =>
    Object.values(actions).some(
      (value) => value !== undefined && !(Array.isArray(value) && value.length === 0)
    )
      ? undefined
      : "must contain at least one action"
  )
)
const Text = SafeText(limits.text)

/** A rule: actions that are applied to each new item that matches a query. */
export const Rule = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  kind: ItemKind,
  /** Ids of the libraries that the rule applies to. Null means all libraries. */
  libraryIds: Schema.NullOr(Schema.Array(Uuid)),
  /** A query in the syntax of the search box. An empty query matches all items. */
  text: Schema.String,
  actions: RuleActions,
  isEnabled: Schema.Boolean,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "Rule" })
export type Rule = typeof Rule.Type

const condition = { kind: ItemKind, libraryIds, text: Text }
export const NewRule = Body({
  name: Name,
  ...condition,
  actions: Actions,
  isEnabled: Schema.optional(Schema.Boolean)
})
export type NewRule = typeof NewRule.Type
export const RulePatch = Body({
  name: Schema.optional(Name),
  kind: Schema.optional(ItemKind),
  libraryIds: Schema.optional(libraryIds),
  text: Schema.optional(Text),
  actions: Schema.optional(Actions),
  isEnabled: Schema.optional(Schema.Boolean)
})
export type RulePatch = typeof RulePatch.Type
export const RuleCondition = Body(condition)
export type RuleCondition = typeof RuleCondition.Type

/** The existing items that match a rule. */
export const RulePreview = Schema.Struct({
  matched: Schema.Int,
  /** The twelve newest matching items. */
  sample: Schema.Array(Schema.Struct({ id: Uuid, title: Schema.String }))
}).annotations({ identifier: "RulePreview" })
export type RulePreview = typeof RulePreview.Type

/** One run of a rule. Undo its batch to undo only this run. */
export const RuleRun = Schema.Struct({
  batchId: Uuid,
  at: Timestamp,
  /** Number of changed items that the caller may see. */
  count: Schema.Int,
  isUndone: Schema.Boolean
}).annotations({ identifier: "RuleRun" })
export type RuleRun = typeof RuleRun.Type

const rules = resource({ name: "Rule", path: "/api/rules", detail: Rule, summary: Rule })
const one: `/${string}` = "/api/rules/:id"

/** Routes for the caller's own rules, which other administrators cannot see or change. */
export class RulesGroup extends HttpApiGroup.make("rules")
  .add(HttpApiEndpoint.get("list", "/api/rules").addSuccess(Ok("RulesResponse", Schema.Array(Rule))))
  .add(rules.create.setPayload(NewRule).addError(FailNotFound).addError(FailConflict))
  .add(rules.update.setPayload(RulePatch).addError(FailConflict))
  .add(rules.remove.addError(FailConflict))
  .add(
    /** Returns the items that a saved or unsaved rule would change. */
    HttpApiEndpoint.post("preview", "/api/rules/preview")
      .setPayload(RuleCondition)
      .addSuccess(Ok("RulePreviewResponse", RulePreview))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailTooBroad)
  )
  .add(
    /** Runs a rule once on all matching items, in a job. */
    HttpApiEndpoint.post("run", `${one}/run`)
      .setPath(idPath)
      .addSuccess(Ok("RunRuleResponse", Schema.Struct({ batchId: Uuid })))
      .addError(FailNotFound)
  )
  .add(
    /** Lists the last 100 runs that made changes, newest first. */
    HttpApiEndpoint.get("runs", `${one}/runs`)
      .setPath(idPath)
      .addSuccess(Ok("RuleRunsResponse", Schema.Array(RuleRun)))
      .addError(FailNotFound)
  )
  .add(
    /** Undoes all automatic changes of the rule, except values that were changed again later. */
    HttpApiEndpoint.post("undo", `${one}/undo`)
      .setPath(idPath)
      .setPayload(Body({ dryRun: Schema.optional(Schema.Boolean) }))
      .addSuccess(Ok("UndoRuleResponse", UndoReport))
      .addError(FailNotFound)
      .addError(FailUndoConflict)
  )
  .middleware(RequireAdmin) {}
