import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Known, knows } from "./documents.ts"
import { type Fingerprint, normalized } from "./Fingerprint.ts"
import type { Send } from "./send.ts"
import type { StashBoxFailed } from "./StashBoxFailed.ts"

export interface Submission extends Fingerprint {
  readonly sceneId: string
  /** Duration in seconds, rounded before it is sent. Servers reject scenes without a duration. */
  readonly duration: number
}

/** The outcome of a submission. `error` is the server's message if the server rejected the submission. */
export interface Submitted {
  readonly submission: Submission
  readonly error?: string
}

const PER_CALL = 100

const Results = Schema.Struct({
  submitFingerprints: Schema.Array(
    Schema.Struct({
      hash: Schema.Union(Schema.String, Schema.Number),
      scene_id: Schema.String,
      error: Schema.optionalWith(Schema.String, { exact: true, nullable: true })
    })
  )
})

const inputOf = (submission: Submission) => ({
  ...normalized(submission),
  duration: Math.round(submission.duration)
})

const together = (
  send: Send,
  batch: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<Submitted>, StashBoxFailed> =>
  Effect.map(
    send(
      "mutation Submit($input: [FingerprintBatchSubmission!]!) { submitFingerprints(input: $input) { hash scene_id error } }",
      { input: batch.map((each) => ({ scene_id: each.sceneId, ...inputOf(each) })) },
      Results
    ),
    ({ submitFingerprints: results }) =>
      batch.map((submission) => {
        const { hash } = normalized(submission)
        const error = results.find(
          (each) =>
            each.scene_id === submission.sceneId &&
            String(each.hash).toLowerCase().padStart(hash.length, "0") === hash
        )?.error
        return error === undefined ? { submission } : { submission, error }
      })
  )

const alone = (
  send: Send,
  submission: Submission,
  vote?: "INVALID" | "REMOVE"
): Effect.Effect<Submitted, StashBoxFailed> =>
  send(
    "mutation Submit($input: FingerprintSubmission!) { submitFingerprint(input: $input) }",
    {
      input: {
        scene_id: submission.sceneId,
        fingerprint: inputOf(submission),
        ...(vote === undefined ? {} : { vote })
      }
    },
    Schema.Struct({ submitFingerprint: Schema.Boolean })
  ).pipe(
    Effect.map(({ submitFingerprint: isTaken }) =>
      isTaken ? { submission } : { submission, error: "The stash-box did not accept the fingerprint." }
    ),
    Effect.either,
    Effect.flatMap((result) => {
      if (Either.isRight(result)) return Effect.succeed(result.right)
      // The server rejected this fingerprint. It may still accept other fingerprints.
      return result.left.code === "refused"
        ? Effect.succeed({ submission, error: result.left.reason })
        : Effect.fail(result.left)
    })
  )

/**
 * Submits fingerprints and returns an outcome for each. A request contains at most 100 fingerprints, or only one if the
 * server is older or the submission is a vote. Fingerprints without a duration are skipped.
 */
export const submitFingerprints =
  (send: Send, known: Effect.Effect<Known, StashBoxFailed>) =>
  (submissions: ReadonlyArray<Submission>, vote?: "INVALID" | "REMOVE") =>
    Effect.gen(function* () {
      const fit = submissions.filter(({ duration }) => Math.round(duration) > 0)
      const from = yield* known
      if (vote !== undefined || !knows(from, "Mutation", "submitFingerprints"))
        return yield* Effect.forEach(fit, (each) => alone(send, each, vote))
      const results: Array<Submitted> = []
      for (let at = 0; at < fit.length; at += PER_CALL)
        results.push(...(yield* together(send, fit.slice(at, at + PER_CALL))))
      return results
    })
