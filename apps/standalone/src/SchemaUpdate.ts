import type { Upgrade } from "@media/kernel/UpgradeCopies"
import { migrate } from "@media/pg/Migrations"
import * as Effect from "effect/Effect"
import { print, step } from "./Output.ts"
import type { Refusal } from "./Refusal.ts"
import { EXIT_CONFIG, refuse } from "./Refusal.ts"

/**
 * Updates the schema. Several processes may call this function at the same time, because migrations take a lock.
 * `before` dumps the operator's own database. It does nothing for the private database, which was already copied before
 * it started.
 */
export const updateSchema = (
  url: string,
  directory: string,
  before: (upgrade: Upgrade) => Effect.Effect<void>
): Effect.Effect<void, Refusal> =>
  step(
    "Updating the database schema",
    migrate({ url, directory, before }).pipe(
      Effect.tap(({ applied }) => Effect.sync(() => applied.forEach((name) => print(`  ${name}`)))),
      Effect.catchTags({
        SchemaNewer: (error) => refuse(error.message, EXIT_CONFIG),
        SchemaNotUpgradable: (error) => refuse(error.message, EXIT_CONFIG),
        MigrationFailed: (error) => refuse(error.message)
      })
    )
  ).pipe(Effect.asVoid)
