import type * as SqlClient from "@effect/sql/SqlClient"
import { liveSandbox } from "@media/sandbox/LiveSandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { currentSettings } from "../settings/queries.ts"

/** Returns the sandbox level that a value of the setting `sandbox` requires. */
export const levelOf = (setting: "best" | "strong"): 2 | 3 => (setting === "strong" ? 3 : 2)

/**
 * Provides the sandbox with the level that the setting `sandbox` requires. Level 3 is required if the setting cannot be
 * read. `hidden` lists paths that sandboxed programs cannot see.
 */
export const sandboxLayer = (hidden: ReadonlyArray<string>) =>
  Layer.unwrapEffect(
    Effect.map(Effect.context<SqlClient.SqlClient>(), (context) =>
      liveSandbox({
        hidden,
        required: currentSettings.pipe(
          Effect.map(({ sandbox }) => levelOf(sandbox)),
          Effect.provide(context),
          Effect.catchAll((error) =>
            Effect.as(Effect.logWarning("the sandbox setting could not be read", error), 3 as const)
          )
        )
      })
    )
  )
