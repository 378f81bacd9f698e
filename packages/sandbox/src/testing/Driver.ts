import { liveChildren } from "@media/children/LiveChildren"
import { allowedHost } from "@media/egress/AllowList"
import { makeTunnel, Tunnel } from "@media/egress/Tunnel"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { json } from "node:stream/consumers"
import { runBehind } from "../LiveSandbox.ts"
import { inspectMachine, type Machine } from "../Machine.ts"
import { findLevel } from "../Probe.ts"
import type { Question, Reply } from "./Question.ts"

/**
 * Runs sandboxes on behalf of a test, in a process that may belong to another user and that the test may kill. Reads
 * one request. Prints one line for each run, or one line for the level.
 */
// The server has the same umask, so that no other user can read its files.
process.umask(0o077)
const question = (await json(process.stdin)) as Question
const machine: Machine = { ...inspectMachine(), ...question.machine }
/** Resolves all host names that tests declare to this machine. */
const tunnel = makeTunnel({
  allowed: (question.allowed ?? []).flatMap((host) => allowedHost(host) ?? []),
  resolve: () => Effect.succeed(["127.0.0.1"])
})
const layer = Layer.merge(liveChildren, Layer.succeed(Tunnel, tunnel))
const behind = runBehind(machine, question.hidden ?? [])

const reply = (line: Reply) => Effect.sync(() => void process.stdout.write(`${JSON.stringify(line)}\n`))

const program =
  question.way === undefined
    ? Effect.flatMap(findLevel(machine, behind), (found) => reply({ index: 0, level: found }))
    : Effect.forEach(
        question.runs,
        (run, index) => {
          const lines: Array<string> = []
          const onStderrLine = (line: string) => {
            lines.push(line)
            if (question.isTalking === true) process.stdout.write(`${line}\n`)
          }
          return Effect.either(behind(question.way!, { ...run, onStderrLine })).pipe(
            Effect.flatMap((ended) =>
              reply(
                Either.isLeft(ended)
                  ? { index, failed: ended.left.message }
                  : {
                      index,
                      endedBy: ended.right.endedBy,
                      exitCode: ended.right.exitCode,
                      stdout: ended.right.stdout.toString("latin1").slice(0, 4_000),
                      bytes: ended.right.stdout.length,
                      lines: lines.slice(0, 100)
                    }
              )
            )
          )
        },
        { concurrency: 2, discard: true }
      )

await Effect.runPromise(Effect.provide(program, layer))
