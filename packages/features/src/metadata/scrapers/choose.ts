import type { EntityKind } from "../../EntityKind.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { MatchType } from "../../IdentifySource.ts"
import { type ActionQuery, actionForUrl, type Fragment } from "@media/scrapers/address"
import type { Action, Definition, ObjectKind } from "@media/scrapers/definition/Definition"
import { ScrapeFailed } from "@media/scrapers/ScrapeFailed"
import * as Either from "effect/Either"
import type { ProblemsOf } from "./scripts.ts"

export type TargetKind = ItemKind | EntityKind

/** For each kind of item or entity, the object types of the scraper format that can describe it, best match first. */
const objectKinds: Readonly<Partial<Record<TargetKind, ReadonlyArray<ObjectKind>>>> = {
  video: ["scene", "group"],
  series: ["group"],
  season: ["group"],
  gallery: ["gallery"],
  image: ["image"],
  performer: ["performer"]
}

export const objectsOf = (kind: TargetKind | undefined): ReadonlyArray<ObjectKind> =>
  kind === undefined ? ["scene", "group", "gallery", "image", "performer"] : (objectKinds[kind] ?? [])

/** For each object type of the scraper format, the kind of item or entity that it describes by default. */
export const targetKindOf: Readonly<Record<ObjectKind, TargetKind>> = {
  scene: "video",
  group: "video",
  gallery: "gallery",
  image: "image",
  performer: "performer"
}

/** The input for a scraper. */
export type Asked =
  | { readonly url: string }
  | { readonly name: string }
  /** A search result that the user selected. */
  | { readonly result: Fragment }
  /** An item of the library. */
  | { readonly item: Fragment }

export interface Chosen {
  readonly action: Action
  readonly query: ActionQuery
  readonly matchType: MatchType
  /** Confidence from 0 to 100 that the result describes the requested item. */
  readonly confidence: number
}

const sureness = (action: Action, asked: Asked): Pick<Chosen, "confidence" | "matchType"> => {
  if ("url" in asked) return { matchType: "url", confidence: 95 }
  if ("name" in asked) return { matchType: "name", confidence: 50 }
  if ("result" in asked) return { matchType: "url", confidence: 90 }
  if (/\{(?:oshash|checksum)\}/.test(action.queryUrl)) return { matchType: "fingerprint", confidence: 90 }
  return action.queryUrl.includes("{url}")
    ? { matchType: "url", confidence: 90 }
    : { matchType: "title", confidence: 60 }
}

const queryOf = (asked: Asked): ActionQuery => {
  if ("url" in asked) return { by: "url", url: asked.url }
  if ("name" in asked) return { by: "name", name: asked.name }
  return { by: "fragment", fragment: "result" in asked ? asked.result : asked.item }
}

const inputOf = (asked: Asked): Action["input"] => {
  if ("url" in asked) return "url"
  if ("name" in asked) return "name"
  return "result" in asked ? "queryFragment" : "fragment"
}

const missing = (asked: Asked): string => {
  if ("url" in asked) return "The scraper does not support this address."
  if ("name" in asked) return "The scraper cannot search by name."
  return "result" in asked
    ? "The scraper cannot look up a search result."
    : "The scraper cannot look this up by its file or title."
}

/**
 * Chooses the action of a scraper that can process the input. If there is none, returns a `ScrapeFailed` whose reason
 * is a message for users. If `key` is given, only actions with this key in the scraper file are considered.
 */
export const chooseAction = (
  { actions }: Pick<Definition, "actions">,
  asked: Asked,
  { key, kind }: { readonly key?: string | undefined; readonly kind?: TargetKind | undefined },
  problemsOf: ProblemsOf
): Either.Either<Chosen, ScrapeFailed> => {
  const input = inputOf(asked)
  const fit = objectsOf(kind)
    .flatMap((object) => actions.filter((action) => action.kind === object && action.input === input))
    .filter((action) => key === undefined || action.key === key)
  const able = fit.filter((action) => problemsOf(action).length === 0)
  const pick = (all: ReadonlyArray<Action>) => ("url" in asked ? actionForUrl(all, asked.url) : all[0])
  const action = pick(able)
  const other = pick(fit)
  if (action !== undefined) return Either.right({ action, query: queryOf(asked), ...sureness(action, asked) })
  return Either.left(
    new ScrapeFailed({
      code: "cannot-run",
      reason: other === undefined ? missing(asked) : (problemsOf(other)[0] ?? missing(asked))
    })
  )
}
