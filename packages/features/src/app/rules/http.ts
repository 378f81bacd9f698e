import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { changeRule, createRule, removeRule, startRule, undoRule } from "./commands.ts"
import { RulesGroup } from "./contract.ts"
import { listRules, listRuns, previewRule } from "./queries.ts"

export const RulesLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(RulesGroup), "rules", (handlers) =>
  handlers
    .handle("list", () => respondTo(listRules))
    .handle("create", Serve.create(createRule))
    .handle("update", Serve.update(changeRule))
    .handle("remove", Serve.remove(removeRule))
    .handle("preview", ({ payload }) => respondTo((principal) => previewRule(principal, payload)))
    .handle("run", ({ path: { id } }) => respondTo((principal) => startRule(principal, id)))
    .handle("runs", ({ path: { id } }) => respondTo((principal) => listRuns(principal, id)))
    .handle("undo", ({ path: { id }, payload }) => respondTo((principal) => undoRule(principal, id, payload)))
)
