import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { changeEndpoint, createEndpoint, removeEndpoint, testEndpoint } from "./commands.ts"
import { StashboxGroup } from "./contract.ts"
import { identifyBy } from "./identifyBy.ts"
import { lookUp } from "./lookup.ts"
import { findEndpoint, listEndpoints, listSubmissions } from "./queries.ts"
import { requestSubmission } from "./submit.ts"

export const StashboxLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(StashboxGroup),
  "stashbox",
  (handlers) =>
    handlers
      .handle("list", () => respondTo(listEndpoints))
      .handle("create", Serve.create(createEndpoint))
      .handle("get", Serve.get(findEndpoint))
      .handle("update", Serve.update(changeEndpoint))
      .handle("remove", Serve.remove(removeEndpoint))
      .handle("test", Serve.get(testEndpoint))
      .handle("identify", Serve.update(identifyBy))
      .handle("lookupPerformer", Serve.update(lookUp("performer")))
      .handle("lookupStudio", Serve.update(lookUp("studio")))
      .handle("lookupTag", Serve.update(lookUp("tag")))
      .handle("submitFingerprints", Serve.update(requestSubmission))
      .handle("submissions", ({ path, urlParams }) =>
        respondTo((principal) => listSubmissions(principal, path.id, urlParams))
      )
)
