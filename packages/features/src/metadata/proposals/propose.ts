import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import type { IdentifyResult, IdentifyTarget, SourceKind } from "../../IdentifySource.ts"
import { childrenIn } from "./children.ts"
import type { IdentifyOptions } from "./decision.ts"
import { numbersFor } from "./episodeNumbers.ts"
import { foundOf, withOptions } from "./found.ts"
import { childrenFor } from "./proposeChildren.ts"

export interface ProposalSource {
  readonly kind: SourceKind
  readonly id: string
  readonly name: string
}

export interface NewProposal extends IdentifyResult {
  readonly source: ProposalSource
  readonly target: IdentifyTarget
  readonly batchId?: string
  /** For a season or episode, the proposal for its series. */
  readonly parentId?: string
  /** The options of the run, which may exclude performers. */
  readonly options?: IdentifyOptions
}

/**
 * Stores a result as a proposal, and returns the id of the proposal. If the result comes from a run, earlier runs may
 * have stored pending proposals from the same source for the same target. These proposals are marked as superseded.
 */
export const propose = Effect.fn("proposals.propose")(
  ({ batchId, confidence, options, parentId, source, target, ...result }: NewProposal) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = uuidv7()
      const {
        fields: own,
        images,
        notUnderstood,
        relations
      } = withOptions(foundOf(target.kind, source.name, result), options ?? {})
      const fields = { ...own, ...(yield* numbersFor(target, result.scraped)) }
      if (batchId !== undefined)
        yield* sql`
          update proposals set status = 'superseded'
          where status = 'pending' and target_id = ${target.id}::uuid and source_kind = ${source.kind}
            and source_id = ${source.id} and batch_id is distinct from ${batchId}::uuid`
      if (batchId !== undefined && parentId === undefined)
        yield* sql`
          update proposals c set status = 'superseded' from proposals p
          where p.id = c.parent_id and p.target_id = ${target.id}::uuid and p.status = 'superseded'
            and c.status = 'pending'`
      const { matched, missing } = yield* childrenFor(target, childrenIn(result.scraped))
      yield* sql`
        insert into proposals (id, batch_id, source_kind, source_id, source_name, target_kind, target_id, action,
          match_type, confidence, url, raw, proposed, relations, images, not_understood, missing, parent_id)
        values (${id}, ${batchId ?? null}, ${source.kind}, ${source.id}, ${source.name}, ${target.kind}, ${target.id},
          ${result.action}, ${result.matchType}, ${Math.max(0, Math.min(100, Math.round(confidence)))},
          ${result.url ?? null}, ${JSON.stringify(result.scraped)}::jsonb, ${JSON.stringify(fields)}::jsonb,
          ${JSON.stringify(relations)}::jsonb, ${JSON.stringify(images)}::jsonb,
          ${JSON.stringify(notUnderstood)}::jsonb, ${JSON.stringify(missing)}::jsonb, ${parentId ?? null})`
      const shared = { source, confidence, action: result.action, matchType: result.matchType, parentId: id }
      yield* Effect.forEach(
        matched,
        ({ own, scraped }): Effect.Effect<string, SqlError, SqlClient.SqlClient> =>
          propose({
            ...shared,
            target: { kind: own.kind, id: own.id },
            scraped,
            ...(batchId === undefined ? {} : { batchId }),
            ...(options === undefined ? {} : { options })
          }),
        { discard: true }
      )
      return id
    }).pipe(transaction)
)
