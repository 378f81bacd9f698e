import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { AuditGroup } from "./contract.ts"
import { auditActors, auditPage } from "./queries.ts"

export const AuditLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(AuditGroup), "audit", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) => respondTo((principal) => auditPage(principal, urlParams)))
    .handle("actors", () => respond(auditActors))
)
