import * as SqlClient from "@effect/sql/SqlClient"
import { RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type IdentifyOutcome, type IdentifyTarget, TargetKind } from "../../IdentifySource.ts"
import { propose, type ProposalSource } from "./propose.ts"
import type { IdentifyWork } from "./queue.ts"
import { acceptAll } from "./review.ts"
import { allSources, listChoices } from "./sources.ts"

/** Maximum number of targets per request to a source, and per transaction. */
const atOnce = 40

const Row = Schema.Struct({ id: Schema.String, kind: TargetKind })
const Count = Schema.Struct({ open: Schema.Number, total: Schema.Number })

interface Answer {
  readonly target: IdentifyTarget
  readonly source?: ProposalSource
  readonly outcome: IdentifyOutcome
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Unknown error. Try again later."

/** Queries the sources in order. A target that has a result is not looked up in later sources. */
const askAll = Effect.fn("proposals.askAll")(function* (
  targets: ReadonlyArray<IdentifyTarget>,
  { options, sources }: IdentifyWork
) {
  const registered = yield* allSources
  const choices = yield* listChoices
  const answers = new Map<string, Answer>(
    targets.map((target) => [target.id, { target, outcome: { _tag: "none" } }])
  )
  for (const { id, kind } of sources) {
    const choice = choices.find((one) => one.kind === kind && one.id === id)
    const source = registered.find((one) => one.kind === kind)
    const open = targets.filter(
      (target) =>
        answers.get(target.id)?.outcome._tag !== "found" &&
        (choice === undefined || choice.targets.includes(target.kind))
    )
    if (open.length === 0) continue
    const problem = choice === undefined ? "This source is no longer installed." : choice.problem
    const outcomes: ReadonlyArray<IdentifyOutcome> =
      source === undefined || choice === undefined || problem !== null
        ? open.map(() => ({ _tag: "failed", reason: problem ?? "This source is no longer installed." }))
        : yield* source.identify(id, open).pipe(
            Effect.catchAll((error) =>
              Effect.succeed(open.map((): IdentifyOutcome => ({ _tag: "failed", reason: reasonOf(error) })))
            ),
            Effect.catchAllDefect((defect) =>
              Effect.as(
                Effect.logError("A source failed", defect),
                open.map((): IdentifyOutcome => ({
                  _tag: "failed",
                  reason: "Unknown error. See the server log."
                }))
              )
            )
          )
    for (const [index, target] of open.entries()) {
      const outcome = outcomes[index] ?? { _tag: "failed", reason: "The source returned no result." }
      const isSkipped =
        outcome._tag === "found" && outcome.results.length > 1 && options.skipMultipleMatches === true
      const before = answers.get(target.id)!.outcome
      if (isSkipped || (outcome._tag === "none" && before._tag === "failed")) continue
      if (outcome._tag === "found" && outcome.results.length === 0) continue
      answers.set(target.id, { target, outcome, source: { kind, id, name: choice?.name ?? id } })
    }
  }
  return [...answers.values()]
})

const store = ({ accountId, batchId, options }: IdentifyWork, answers: ReadonlyArray<Answer>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const { outcome, source, target } of answers) {
      const [state, reason] =
        outcome._tag === "found"
          ? ["proposed", null]
          : outcome._tag === "failed"
            ? ["failed", outcome.reason.slice(0, 500)]
            : ["none", null]
      const changed = yield* rowsOf(Schema.Struct({ id: Schema.String }))(sql`
        update identify_items set outcome = ${state}, reason = ${reason}
        where batch_id = ${batchId}::uuid and target_id = ${target.id}::uuid and outcome is null returning target_id as id`)
      if (changed.length === 0 || outcome._tag !== "found" || source === undefined) continue
      const ids: Array<string> = []
      for (const result of outcome.results)
        ids.push(yield* propose({ ...result, source, target, batchId, options }))
      const [only] = outcome.results
      const least = options.autoAccept?.minConfidence
      if (least === undefined || outcome.results.length !== 1 || only!.confidence < least) continue
      const { createMissing, fields, setOrganized } = options
      yield* acceptAll(
        accountId,
        [
          {
            id: ids[0]!,
            ...{ targetKind: target.kind, targetId: target.id },
            ...{ sourceKind: source.kind, sourceId: source.id, sourceName: source.name }
          }
        ],
        {
          ...(fields === undefined ? {} : { modes: fields }),
          ...(createMissing === undefined ? {} : { createMissing }),
          ...(setOrganized === undefined ? {} : { setOrganized })
        },
        batchId
      )
    }
  }).pipe(
    transaction,
    // The transaction conflicted with other changes to these targets, so the job is retried later.
    Effect.catchTag("Conflict", ({ reason }) => new RetryableFailure({ message: reason }))
  )

/**
 * Looks up the items of a run in its sources, 40 at a time. The outcome of an item is stored in the same transaction as
 * its proposals, so that an interrupted run continues with the remaining items.
 */
export const identifyAll = Effect.fn("proposals.identifyAll")(function* (
  work: IdentifyWork,
  context: Pick<JobContext, "progress">
) {
  const sql = yield* SqlClient.SqlClient
  const next = rowsOf(Row)(sql`
    select target_id as id, kind from identify_items
    where batch_id = ${work.batchId}::uuid and outcome is null order by target_id limit ${atOnce}`)
  for (;;) {
    const targets = yield* next
    if (targets.length === 0) break
    yield* store(work, yield* askAll(targets, work))
    const [count] = yield* rowsOf(Count)(sql`
      select count(*) filter (where outcome is null)::int as open, count(*)::int as total
      from identify_items where batch_id = ${work.batchId}::uuid`)
    if (count !== undefined)
      yield* context.progress({ percent: (100 * (count.total - count.open)) / Math.max(1, count.total) })
  }
  const rows = yield* rowsOf(Schema.Struct({ outcome: Schema.String, n: Schema.Number }))(sql`
    select outcome, count(*)::int as n from identify_items where batch_id = ${work.batchId}::uuid group by 1`)
  const count = (outcome: string) => rows.find((row) => row.outcome === outcome)?.n ?? 0
  return { proposed: count("proposed"), none: count("none"), failed: count("failed") }
})
