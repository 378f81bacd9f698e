import { isBareWord, quote } from "@media/query/text/quote"
import { printNode } from "@media/query/text/print"
import type { Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { itemsById } from "../../catalog/items/queries.ts"
import { scopeOf } from "../../catalog/related/scopes.ts"
import { isEntityKind } from "../../EntityKind.ts"
import { kinds } from "../../generated/kinds.ts"
import { listCollections } from "../collections/list.ts"
import type { SearchAnswer, SearchParams } from "./contract.ts"
import { findItems, type FoundItems, mostCounted, visibleKinds } from "./items.ts"
import { NamedKind } from "./namedKinds.ts"
import { findNames } from "./people.ts"
import { readSearch, type SearchQuery } from "./read.ts"
import { allowSimilar, corrected, isTolerant } from "./similar.ts"
import { withinBound } from "./withinBound.ts"

/** If there are fewer exact matches than this number, similar spellings are searched too. */
const few = 3

const textOf = ({ phrases, where }: SearchQuery, words: ReadonlyArray<string>): string =>
  [
    ...words.map((word) => (isBareWord(word) ? word : quote(word))),
    ...phrases.map(quote),
    ...(where === undefined ? [] : [bracketed(where)])
  ].join(" ")

/**
 * Prints a condition that follows other terms of a query. An OR group needs parentheses, because AND has precedence.
 */
const bracketed = (where: Node): string => {
  const text = printNode(where, itemFieldTable())
  return where.type === "group" && where.operator === "or" ? `(${text})` : text
}

/** Combines the matches of the exact and the similar search, without duplicates. Exact matches come first. */
const joined = (strict: FoundItems, similar: FoundItems | undefined, limit: number): FoundItems =>
  similar === undefined || similar.n === 0
    ? strict
    : {
        ...strict,
        // The search for similar spellings also finds every exact match, so the two numbers must not be added.
        n: Math.max(strict.n, similar.n),
        ids: [...new Set([...strict.ids, ...similar.ids])].slice(0, limit),
        titles: [...strict.titles, ...similar.titles],
        best: Math.min(strict.best, similar.best)
      }

/** Returns the collections whose name contains the text. */
const namedCollections = (principal: Principal, { phrases, words }: SearchQuery, limit: number) =>
  Effect.map(
    listCollections(principal, { q: [...words, ...phrases].join(" "), page: 1, perPage: limit }),
    ({ items }) => items.map(({ id, name, total }) => ({ id, name, count: total }))
  )

/** Searches visible items, grouped by kind, and visible names. */
export const search = Effect.fn("search.search")(function* (
  principal: Principal,
  { limit, q, types }: SearchParams
) {
  const query = readSearch(q, itemFieldTable())
  const problems = query.problems.map(({ isHint, ...problem }) => ({ ...problem, isHint: isHint === true }))
  const empty: SearchAnswer = { groups: [], people: [], problems }
  const hasWords = query.words.length + query.phrases.length > 0
  if (query.hasErrors || (!hasWords && query.where === undefined)) return empty
  const isWanted = (kind: string) => types === undefined || (types as ReadonlyArray<string>).includes(kind)
  const visible = yield* visibleKinds(principal)
  const wanted = kinds.filter(({ kind }) => visible.has(kind) && isWanted(kind))
  const named = query.where === undefined ? NamedKind.literals.filter(isWanted) : []

  // Create the caller's scope of entity counts before the time limit starts, because creating it may take longer than
  // the search.
  if (named.some(isEntityKind)) yield* scopeOf(principal)
  const found = yield* withinBound(
    query.where,
    Effect.gen(function* () {
      const all = (isSimilar: boolean) =>
        Effect.all({
          items: Effect.forEach(wanted, ({ kind }) =>
            findItems(principal, kind, query, { isSimilar, limit })
          ),
          names: Effect.forEach(named, (kind) => findNames(principal, kind, query, { isSimilar, limit }))
        })
      const strict = yield* all(false)
      const n = strict.items.reduce((sum, one) => sum + one.n, 0) + strict.names.flat().length
      if (n >= few || !query.words.some(isTolerant)) return { strict, similar: undefined }
      yield* allowSimilar(query.words)
      return { strict, similar: yield* all(true) }
    })
  )
  const groups = found.strict.items
    .map((one, index) => joined(one, found.similar?.items[index], limit))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => a.best - b.best)
  const names = [...found.strict.names.flat(), ...(found.similar?.names.flat() ?? [])]
  const people = names
    .filter(({ id, kind }, index) => index === names.findIndex((one) => one.id === id && one.kind === kind))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
  const items = yield* itemsById(
    principal,
    groups.flatMap(({ ids }) => ids)
  )
  const better =
    found.similar === undefined
      ? undefined
      : corrected(query.words, [...groups.flatMap(({ titles }) => titles), ...people.map(({ name }) => name)])
  const isNamed = hasWords && query.where === undefined && isWanted("collection")
  const collections = isNamed ? yield* namedCollections(principal, query, limit) : []
  return {
    ...empty,
    ...(collections.length === 0 ? {} : { collections }),
    groups: groups.map(({ ids, kind, n }) => ({
      kind,
      total: Math.min(n, mostCounted),
      isMore: n > mostCounted,
      items: ids.map((id) => items.get(id)).filter((item) => item !== undefined)
    })),
    people: people.map(({ count, id, kind, name, picture }) => ({
      ...{ kind, id, name, count },
      ...(picture === null ? {} : { picture })
    })),
    ...(groups.length === 0 ? {} : { performed: textOf(query, better ?? query.words) }),
    ...(better === undefined ? {} : { corrected: textOf(query, better) })
  } satisfies SearchAnswer
})
