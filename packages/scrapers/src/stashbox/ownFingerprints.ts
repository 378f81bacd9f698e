import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Known, knows } from "./documents.ts"
import { normalized } from "./Fingerprint.ts"
import type { Send } from "./send.ts"
import { Algorithm } from "./shapes.ts"

const Own = Schema.Struct({
  algorithm: Algorithm,
  hash: Schema.Union(Schema.String, Schema.Number),
  user_submitted: Schema.Boolean,
  user_reported: Schema.optionalWith(Schema.Boolean, { exact: true, nullable: true, default: () => false })
})
const Answer = Schema.Struct({ findScene: Schema.NullOr(Schema.Struct({ fingerprints: Schema.Array(Own) })) })

/**
 * Returns the fingerprints of a scene that the account has submitted or reported as wrong. Returns undefined if the
 * server does not support this query, and an empty list for an unknown scene.
 */
export const ownFingerprints = (send: Send, known: Known, id: string) =>
  Effect.gen(function* () {
    if (known === undefined || !knows(known, "Fingerprint", "user_submitted")) return undefined
    const reported = knows(known, "Fingerprint", "user_reported") ? " user_reported" : ""
    const { findScene } = yield* send(
      `query Own($id: ID!) { findScene(id: $id) { fingerprints { algorithm hash user_submitted${reported} } } }`,
      { id },
      Answer
    )
    return (findScene?.fingerprints ?? []).map(({ algorithm, hash, ...own }) => ({
      ...normalized({ algorithm, hash: String(hash) }),
      isSubmitted: own.user_submitted,
      isReported: own.user_reported
    }))
  })
