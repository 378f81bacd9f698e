import { NotFound } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import { foundOf } from "../proposals/found.ts"
import { propose } from "../proposals/propose.ts"
import { startIdentify } from "../proposals/start.ts"
import { openBox } from "./box.ts"
import type { IdentifyRequest } from "./contract.ts"
import { told } from "./errors.ts"
import { identifyItems } from "./identify.ts"
import { findEndpointRow } from "./queries.ts"
import type { FoundScene } from "./shapes.ts"
import { subjectsOf } from "./subjects.ts"

/** Looks up one item. Each possible scene becomes a proposal. */
const identifyOne = Effect.fn("stashbox.identifyOne")(function* (
  principal: Principal,
  endpointId: string,
  id: string
) {
  const [item] = yield* visibleItems(principal, [id])
  yield* Access.require(principal, "edit-item", { id })
  if (item === undefined || item.kind !== "video") return yield* new NotFound({ what: "video" })
  const open = yield* openBox(endpointId)
  const { endpoint } = open
  const subject = (yield* subjectsOf(endpoint.idName, [item.id])).get(item.id)
  if (subject === undefined) return yield* new NotFound({ what: "video" })
  const [found] = yield* identifyItems(open, [subject])
  const results = yield* Effect.forEach(yield* found!, (result) =>
    Effect.gen(function* () {
      const source = { kind: "stashbox", id: endpoint.id, name: endpoint.name } as const
      const proposalId = yield* propose({ ...result, source, target: { kind: "video", id: item.id } })
      const { fields, images, relations } = foundOf("video", endpoint.name, result)
      const { performers = [], studio = null, tags = [] } = relations
      return {
        proposalId,
        remoteId: result.scraped.fields["RemoteSiteID"]!,
        url: result.url!,
        matchType: result.matchType as FoundScene["matchType"],
        confidence: result.confidence,
        fields,
        images,
        relations: { performers, tags, studio }
      } satisfies FoundScene
    })
  )
  return { results }
}, Effect.catchTags(told))

/** Identifies a single item immediately, and several items in a job. */
export const identifyBy = Effect.fn("stashbox.identify")(function* (
  principal: Principal,
  endpointId: string,
  { ids, videoIds, ...body }: IdentifyRequest
) {
  yield* findEndpointRow(endpointId)
  const named = ids ?? videoIds
  const [first, ...others] = new Set(named)
  if (first !== undefined && others.length === 0) return yield* identifyOne(principal, endpointId, first)
  yield* Access.require(principal, "administrate")
  const sources = [{ kind: "stashbox" as const, id: endpointId }]
  return yield* startIdentify(principal, { ...body, sources, ...(named === undefined ? {} : { ids: named }) })
})
