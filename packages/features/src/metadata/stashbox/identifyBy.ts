import { NotFound } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import { foundOf } from "../proposals/found.ts"
import { propose } from "../proposals/propose.ts"
import { openBox } from "./box.ts"
import type { IdentifyRequest } from "./contract.ts"
import { told } from "./errors.ts"
import { identifyItems } from "./identify.ts"
import { findEndpointRow } from "./queries.ts"
import type { FoundScene } from "./shapes.ts"
import { subjectsOf } from "./subjects.ts"

/** The scenes that one item may be. Each becomes a proposal. */
export const identifyBy = Effect.fn("stashbox.identify")(function* (
  principal: Principal,
  endpointId: string,
  { ids, videoIds }: IdentifyRequest
) {
  yield* findEndpointRow(endpointId)
  const named = [...new Set(ids ?? videoIds)]
  const visible = yield* visibleItems(principal, named)
  yield* Access.require(principal, "edit-item", { id: named[0]! })
  const [item] = visible
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
