import type { EgressShape } from "@media/egress/Egress"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Allowance, localAllowance } from "./Allowance.ts"
import {
  INTROSPECTION,
  type Known,
  knows,
  performerFields,
  sceneFields,
  studioFields,
  tagFields
} from "./documents.ts"
import { type Fingerprint, normalized } from "./Fingerprint.ts"
import { type Endpoint, makeSend } from "./send.ts"
import { BoxPerformer, BoxScene, BoxStudio, BoxTag } from "./shapes.ts"
import { StashBoxFailed } from "./StashBoxFailed.ts"
import { ownFingerprints } from "./ownFingerprints.ts"
import { submitFingerprints } from "./submit.ts"

/** Maximum number of items that servers allow in one fingerprint lookup. */
const SCENES_PER_CALL = 40
const SEARCH_LIMIT = 10
const MOST_MERGES = 5

const FieldNames = Schema.NullOr(
  Schema.Struct({ fields: Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String }))) })
)
const Introspected = Schema.Record({ key: Schema.String, value: FieldNames })

const chunks = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

type Learn = Effect.Effect<Known, StashBoxFailed>
export type Remember = (learn: Learn) => Effect.Effect<Learn>

/**
 * Creates a client for one endpoint. Use only one client per endpoint, because each client queries and caches the
 * server's schema.
 */
export const makeStashBox = ({
  allowance = localAllowance(),
  egress,
  endpoint,
  remember = Effect.cachedWithTTL("1 day")
}: {
  readonly allowance?: Allowance
  readonly egress: Pick<EgressShape, "fetch">
  readonly endpoint: Endpoint
  /** Caches the result of the query for the supported fields. By default, the result is kept in memory for a day. */
  readonly remember?: Remember
}) =>
  Effect.gen(function* () {
    const send = makeSend({ allowance, egress, endpoint })

    /**
     * Queries the fields that the server supports. A server that rejects this query is treated like a current server.
     */
    const known: Learn = yield* send(INTROSPECTION, {}, Introspected).pipe(
      Effect.map(
        (types): Known =>
          new Map(
            Object.entries(types).flatMap(([type, found]) =>
              found?.fields == null ? [] : [[type, new Set(found.fields.map(({ name }) => name))] as const]
            )
          )
      ),
      Effect.catchIf(
        ({ code }) => code === "refused" || code === "answer",
        () => Effect.succeed(undefined)
      ),
      remember
    )

    const one = <A, I>(name: string, type: string, id: string, inside: string, shape: Schema.Schema<A, I>) =>
      Effect.map(
        send(
          `query One($id: ID!) { ${name}(id: $id) { ${inside} } }`,
          { id },
          Schema.Struct({ [name]: Schema.NullOr(shape) })
        ),
        (data): A | undefined => data[name] ?? undefined
      ).pipe(Effect.withSpan(`stashbox.${type}`))

    /** Runs a search. Current servers return a page of results, and older servers return a list. */
    const search = <A, I>(
      [current, older]: readonly [string, string],
      list: string,
      term: string,
      inside: string,
      item: Schema.Schema<A, I>,
      from: Known
    ): Effect.Effect<ReadonlyArray<A>, StashBoxFailed> => {
      const items = Schema.Array(item)
      if (knows(from, "Query", current))
        return Effect.map(
          send(
            `query Search($term: String!, $limit: Int) { ${current}(term: $term, limit: $limit) { ${list} { ${inside} } } }`,
            { term, limit: SEARCH_LIMIT },
            Schema.Struct({ [current]: Schema.Struct({ [list]: items }) })
          ),
          (data) => data[current]![list]!
        )
      return Effect.map(
        send(
          `query Search($term: String!, $limit: Int) { ${older}(term: $term, limit: $limit) { ${inside} } }`,
          { term, limit: SEARCH_LIMIT },
          Schema.Struct({ [older]: items })
        ),
        (data) => data[older]!
      )
    }

    const performer = (id: string, left: number): Effect.Effect<BoxPerformer | undefined, StashBoxFailed> =>
      Effect.flatMap(known, (from) =>
        Effect.flatMap(one("findPerformer", "performer", id, performerFields(from), BoxPerformer), (found) =>
          found?.merged_into_id !== undefined && left > 0
            ? performer(found.merged_into_id, left - 1)
            : Effect.succeed(found)
        )
      )

    const byFingerprints = (batch: ReadonlyArray<ReadonlyArray<Fingerprint>>) =>
      Effect.flatMap(known, (from) =>
        send(
          `query Fingerprints($fingerprints: [[FingerprintQueryInput!]!]!) { findScenesBySceneFingerprints(fingerprints: $fingerprints) { ${sceneFields(from)} } }`,
          { fingerprints: batch.map((all) => all.map(normalized)) },
          Schema.Struct({
            findScenesBySceneFingerprints: Schema.Array(Schema.Array(Schema.NullOr(BoxScene)))
          })
        )
      ).pipe(
        Effect.map((data) => data.findScenesBySceneFingerprints),
        Effect.filterOrFail(
          ({ length }) => length === batch.length,
          () =>
            new StashBoxFailed({
              code: "answer",
              reason: "The stash-box did not return a result for each item."
            })
        ),
        Effect.map((scenes) => scenes.map((found) => found.filter((scene) => scene !== null)))
      )

    return {
      /** Returns the username of the account to which the key belongs. */
      test: Effect.flatMap(
        send(
          "query Me { me { name } }",
          {},
          Schema.Struct({ me: Schema.NullOr(Schema.Struct({ name: Schema.String })) })
        ),
        ({ me }) =>
          me === null
            ? new StashBoxFailed({
                code: "unauthorized",
                reason: "The stash-box rejected the API key. Enter a valid key."
              })
            : Effect.succeed(me.name)
      ),
      /**
       * Returns the scenes that match the fingerprints of each item, in the order of the items. The list is empty for
       * an item without fingerprints.
       */
      findByFingerprints: (items: ReadonlyArray<ReadonlyArray<Fingerprint>>) =>
        Effect.gen(function* () {
          const found = new Map<number, ReadonlyArray<BoxScene>>()
          const asked = items.flatMap((all, at) => (all.length === 0 ? [] : [{ all, at }]))
          for (const batch of chunks(asked, SCENES_PER_CALL)) {
            const answers = yield* byFingerprints(batch.map(({ all }) => all))
            batch.forEach(({ at }, index) => found.set(at, answers[index]!))
          }
          return items.map((_, at) => found.get(at) ?? [])
        }),
      findScene: (id: string) =>
        Effect.flatMap(known, (from) => one("findScene", "scene", id, sceneFields(from), BoxScene)),
      /**
       * Returns the fingerprints of a scene that the account has submitted or reported as wrong. Returns undefined if
       * the server does not support this query.
       */
      ownFingerprints: (id: string) => Effect.flatMap(known, (from) => ownFingerprints(send, from, id)),
      searchScenes: (term: string) =>
        Effect.flatMap(known, (from) =>
          search(["searchScenes", "searchScene"], "scenes", term, sceneFields(from), BoxScene, from)
        ),
      /** Returns a performer. If the performer was merged into another performer, returns that performer instead. */
      findPerformer: (id: string) => performer(id, MOST_MERGES),
      searchPerformers: (term: string) =>
        Effect.flatMap(known, (from) =>
          search(
            ["searchPerformers", "searchPerformer"],
            "performers",
            term,
            performerFields(from),
            BoxPerformer,
            from
          )
        ),
      findStudio: (by: { readonly id: string } | { readonly name: string }) =>
        Effect.flatMap(known, (from) =>
          send(
            `query Studio($id: ID, $name: String) { findStudio(id: $id, name: $name) { ${studioFields(from)} } }`,
            by,
            Schema.Struct({ findStudio: Schema.NullOr(BoxStudio) })
          )
        ).pipe(Effect.map(({ findStudio }) => findStudio ?? undefined)),
      findTag: (id: string) =>
        Effect.flatMap(known, (from) => one("findTag", "tag", id, tagFields(from), BoxTag)),
      queryTags: (names: string) =>
        Effect.flatMap(known, (from) =>
          send(
            `query Tags($input: TagQueryInput!) { queryTags(input: $input) { tags { ${tagFields(from)} } } }`,
            { input: { names, page: 1, per_page: SEARCH_LIMIT } },
            Schema.Struct({ queryTags: Schema.Struct({ tags: Schema.Array(BoxTag) }) })
          )
        ).pipe(Effect.map(({ queryTags }) => queryTags.tags)),
      submitFingerprints: submitFingerprints(send, known)
    }
  })
