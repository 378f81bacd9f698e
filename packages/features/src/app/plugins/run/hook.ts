import type { JobContext } from "@media/jobs/JobContext"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { finishChanges, takeChanges, type TakenChange } from "../changes.ts"
import type { PluginHook } from "../definition/shapes.ts"
import { failed, type PluginRun, runProgram } from "./program.ts"

const contextOf = ({ changeId: _, ...change }: TakenChange) => ({ ...change, input: null })

/** Runs the program once with all changes. */
const together = (run: PluginRun, changes: ReadonlyArray<TakenChange>, context: JobContext) =>
  Effect.tap(runProgram(run, { hookContexts: changes.map(contextOf) }, context), finishChanges(changes))

/** Runs the program once for each change, in order. Continues after a failed change. */
const oneByOne = (run: PluginRun, changes: ReadonlyArray<TakenChange>, context: JobContext) =>
  Effect.gen(function* () {
    const failures: Array<string> = []
    let output = ""
    for (const [index, change] of changes.entries()) {
      const ended = yield* Effect.either(runProgram(run, { hookContext: contextOf(change) }, context))
      if (Either.isRight(ended)) {
        output = ended.right
        yield* finishChanges([change])
      } else if (ended.left._tag !== "PermanentFailure") return yield* ended.left
      else {
        failures.push(ended.left.message)
        if (changes.length > 1)
          yield* context.log("error", `${change.type} ${change.id}: ${ended.left.message}`)
      }
      if (changes.length > 1) yield* context.progress({ percent: (100 * (index + 1)) / changes.length })
    }
    if (changes.length === 1 && failures.length === 1) return yield* failed(failures[0]!)
    if (failures.length > 0)
      return yield* failed(
        `${failures.length} of ${changes.length} changes failed. First failure: ${failures[0]!}`
      )
    return changes.length === 1 ? output : `${changes.length} changes`
  })

/** Runs a hook for its pending changes. Keeps failed changes for a retry of the job. */
export const runHook = (run: PluginRun, hook: PluginHook, context: JobContext) =>
  Effect.gen(function* () {
    const changes = yield* takeChanges(context.jobRunId, run.row.id, hook.name)
    if (changes.length === 0) return "No changes are pending."
    return yield* hook.isBatch ? together(run, changes, context) : oneByOne(run, changes, context)
  })
