import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { acceptProposals, dismissProposals, startFinding } from "./commands.ts"
import { AutoTagGroup } from "./contract.ts"
import { listProposals } from "./queries.ts"

export const AutoTagLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AutoTagGroup),
  "autoTag",
  (handlers) =>
    handlers
      .handle("find", ({ payload: { kinds, libraryId = null } }) =>
        respondTo((principal) => startFinding(principal, { kinds, libraryId }))
      )
      .handle("list", ({ urlParams }) => respondTo((principal) => listProposals(principal, urlParams)))
      .handle("accept", ({ payload }) =>
        respondTo((principal) => acceptProposals(principal, payload.entityIds))
      )
      .handle("dismiss", ({ payload }) =>
        respondTo((principal) => dismissProposals(principal, payload.entityIds))
      )
)
