import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import type { TargetKind } from "../../IdentifySource.ts"
import { acceptMany, acceptProposal, rejectProposal } from "./commands.ts"
import { AcceptGroup, ProposalsGroup } from "./contract.ts"
import type { AcceptBody } from "./decision.ts"
import { getProposal, getRun, listProposals } from "./queries.ts"
import { listChoices } from "./sources.ts"
import { startIdentify } from "./start.ts"

export const ProposalsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ProposalsGroup),
  "proposals",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams }) => respondTo((principal) => listProposals(principal, urlParams)))
      .handle("get", ({ path: { id } }) => respondTo((principal) => getProposal(principal, id)))
      .handle("reject", ({ path: { id } }) => respondTo((principal) => rejectProposal(principal, id)))
      .handle("acceptMany", ({ payload }) => respondTo((principal) => acceptMany(principal, payload)))
      .handle("sources", () => respondTo(() => listChoices))
      .handle("identify", ({ payload }) => respondTo((principal) => startIdentify(principal, payload)))
      .handle("run", ({ path: { id } }) => respondTo((principal) => getRun(principal, id)))
)

/** Returns the handler of a route that accepts proposals for one kind of target. */
const accepting =
  (kind: TargetKind, role?: string) =>
  ({ path: { id }, payload }: { readonly path: { readonly id: string }; readonly payload: AcceptBody }) =>
    respondTo((principal) =>
      acceptProposal(principal, { kind, id, ...(role === undefined ? {} : { role }) }, payload)
    )

export const AcceptLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AcceptGroup),
  "acceptProposals",
  (handlers) =>
    handlers
      .handle("video", accepting("video"))
      .handle("movie", accepting("video", "movie"))
      .handle("episode", accepting("video", "episode"))
      .handle("series", accepting("series"))
      .handle("gallery", accepting("gallery"))
      .handle("image", accepting("image"))
      .handle("book", accepting("book"))
      .handle("track", accepting("track"))
      .handle("album", accepting("album"))
      .handle("performer", accepting("performer"))
      .handle("studio", accepting("studio"))
      .handle("tag", accepting("tag"))
)
