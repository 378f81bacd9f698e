import type * as SqlClient from "@effect/sql/SqlClient"
import { liveSandbox } from "@media/sandbox/LiveSandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { currentSettings } from "../settings/queries.ts"

/** The level that the setting requires. */
export const levelOf = (setting: "best" | "strong"): 2 | 3 => (setting === "strong" ? 3 : 2)

/** The sandbox according to the instance's setting. If the setting cannot be read, programs need the highest level. */
export const sandboxLayer = (hidden: ReadonlyArray<string>) =>
  Layer.unwrapEffect(
    Effect.map(Effect.context<SqlClient.SqlClient>(), (context) =>
      liveSandbox({
        hidden,
        required: currentSettings.pipe(
          Effect.map(({ sandbox }) => levelOf(sandbox)),
          Effect.provide(context),
          Effect.catchAll((error) =>
            Effect.as(Effect.logWarning("the setting of the sandbox could not be read", error), 3 as const)
          )
        )
      })
    )
  )
