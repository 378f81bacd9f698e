import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { EntityKind } from "../../EntityKind.ts"
import type { IdentifyResult } from "../../IdentifySource.ts"
import * as Access from "../../platform/access/Access.ts"
import { foundOf } from "../proposals/found.ts"
import { type OpenBox, openBox } from "./box.ts"
import { similarity } from "./confidence.ts"
import { told } from "./errors.ts"
import { findEndpointRow } from "./queries.ts"
import { imagesOf, pageOf, scrapedPerformer, scrapedStudio, scrapedTag } from "./scraped.ts"
import type { FoundEntity } from "./shapes.ts"

type Found = IdentifyResult & { readonly remoteId: string; readonly name: string; readonly url: string }

const BY_ID = 100
const BY_NAME = 95

/** Returns the id if the query is an id or the URL of a page, such as https://stashdb.org/performers/1b2c... */
const idIn = (query: string): string | undefined =>
  query
    .trim()
    .split(/[/?#]/)
    .findLast((part) => isUuid(part.toLowerCase()))
    ?.toLowerCase()

const confidenceOf = (query: string, name: string, aliases: ReadonlyArray<string>, isId: boolean): number =>
  isId ? BY_ID : Math.round(BY_NAME * Math.max(...[name, ...aliases].map((each) => similarity(query, each))))

const listOf = <A>(one: A | undefined): ReadonlyArray<A> => (one === undefined ? [] : [one])

/** Finds entities on a stash-box by id, by the URL of a page, or by name. */
export const findEntities = ({ box, endpoint }: OpenBox, kind: EntityKind, text: string) => {
  const id = idIn(text)
  const query = text.trim()
  const found = (
    each: { readonly id: string; readonly name: string; readonly aliases: ReadonlyArray<string> },
    page: "performers" | "studios" | "tags",
    rest: Pick<Found, "scraped" | "images">
  ): Found => ({
    ...rest,
    action: id === undefined ? `search ${page}` : `find ${kind}`,
    matchType: id === undefined ? "name" : "id",
    confidence: confidenceOf(query, each.name, each.aliases, id !== undefined),
    remoteId: each.id,
    name: each.name,
    url: pageOf(endpoint.url, page, each.id),
    idName: endpoint.idName
  })
  switch (kind) {
    case "performer":
      return Effect.map(
        id === undefined ? box.searchPerformers(query) : Effect.map(box.findPerformer(id), listOf),
        (all) =>
          all
            .filter(({ deleted }) => deleted !== true)
            .map((each) =>
              found(each, "performers", {
                scraped: scrapedPerformer(each),
                images: imagesOf(each.images)
              })
            )
      )
    case "studio":
      return Effect.map(box.findStudio(id === undefined ? { name: query } : { id }), (one) =>
        listOf(one).map((each) =>
          found(each, "studios", { scraped: scrapedStudio(each), images: imagesOf(each.images, "logo") })
        )
      )
    case "tag":
      return Effect.map(
        id === undefined ? box.queryTags(query) : Effect.map(box.findTag(id), listOf),
        (all) => all.map((each) => found(each, "tags", { scraped: scrapedTag(each), images: [] }))
      )
    // A stash-box has no entities of the other kinds.
    default:
      return Effect.succeed([])
  }
}

/**
 * Returns the handler of a route that looks up entities on a stash-box. The results are only returned and not stored.
 */
export const lookUp =
  (kind: EntityKind) =>
  (principal: Principal, id: string, { query }: { readonly query: string }) =>
    Effect.gen(function* () {
      yield* findEndpointRow(id)
      yield* Access.require(principal, "administrate")
      const open = yield* openBox(id)
      const all = yield* findEntities(open, kind, query)
      const results = all.map(({ name, remoteId, url, ...result }): FoundEntity => {
        const { fields, images } = foundOf(kind, open.endpoint.idName, result)
        return { remoteId, name, url, fields, images }
      })
      return { results }
    }).pipe(Effect.catchTags(told), Effect.withSpan("stashbox.lookup"))
