import * as SqlClient from "@effect/sql/SqlClient"
import type { JobContext } from "@media/jobs/JobContext"
import { processor } from "@media/jobs/Processor"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { jobPrincipal } from "../../identity/accounts/jobPrincipal.ts"
import { findPluginRow } from "./queries.ts"
import { pluginTask, type PluginTaskPayload } from "./queue.ts"
import { runHook } from "./run/hook.ts"
import { failed, runProgram } from "./run/program.ts"

/**
 * Returns the current state of a run's plugin and account, which may have changed since the run was queued. Fails
 * permanently if the plugin cannot run.
 */
const requireRunnable = ({ accountId, pluginId }: PluginTaskPayload) =>
  Effect.gen(function* () {
    const row = yield* Effect.catchTag(findPluginRow(pluginId), "NotFound", () =>
      failed("The plugin was removed")
    )
    if (!row.isEnabled) return yield* failed("The plugin is turned off")
    if (!row.definition.isRunnable) return yield* failed(row.definition.notes.join(" "))
    return { row, principal: yield* jobPrincipal(accountId) }
  })

/** Returns true if an earlier attempt made changes before its worker was killed. */
const hasChanged = (batchId: string, { attempt }: JobContext) =>
  attempt === 1
    ? Effect.succeed(false)
    : Effect.map(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`select from events e where e.meta ? 'batchId' and e.meta->>'batchId' = ${batchId} limit 1`
        ),
        (rows) => rows.length > 0
      )

/**
 * Runs a task or hook of a plugin in the sandbox. Failed runs are not retried automatically, because they may already
 * have made changes.
 */
export const pluginTaskProcessor = processor(pluginTask, (payload, context) =>
  Effect.gen(function* () {
    const { principal, row } = yield* requireRunnable(payload)
    const { hooks, tasks } = row.definition
    const { isHook, pluginId, task: name } = payload
    const batchId = context.batchId ?? uuidv7()
    const acting = { principal, pluginId, batchId, hasChanged: yield* hasChanged(batchId, context) }
    const hook = isHook === true ? hooks.find((each) => each.name === name) : undefined
    if (hook !== undefined)
      return { output: yield* runHook({ row, part: hook, principal, acting }, hook, context) }
    const task = isHook === true ? undefined : tasks.find((each) => each.name === name)
    if (task === undefined)
      return yield* failed(`The plugin no longer has a task or hook with the name "${name}"`)
    const args = JSON.parse(payload.args) as object
    return { output: yield* runProgram({ row, part: task, principal, acting }, args, context) }
  })
)
