// The entry point of the scraper process, which processes untrusted pages, expressions and scripts
// with limits on CPU time and memory.
import { answering, answerTasks } from "@media/children/guarded/AnswerTasks"
import * as Effect from "effect/Effect"
import { changeHere, readHere, selectHere } from "../localTools.ts"
import { runScript } from "./runScript.ts"
import { changeTask, definitionTask, scriptTask, selectTask } from "./tasks.ts"

const asBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

await answerTasks(
  [
    answering(definitionTask, ({ id }, bytes) =>
      Effect.map(readHere(id, bytes.toString()), (definition) => ({
        value: {},
        parts: [asBytes(definition)]
      }))
    ),
    answering(selectTask, ({ kind, selectors, type }, bytes) =>
      Effect.map(selectHere(kind, { bytes, type: type ?? undefined }, selectors), (hits) => ({
        value: {},
        parts: [asBytes(hits)]
      }))
    ),
    answering(changeTask, ({ steps, today }, bytes) =>
      Effect.map(
        changeHere(JSON.parse(bytes.toString()) as ReadonlyArray<string>, steps, today),
        (values) => ({
          value: {},
          parts: [asBytes(values)]
        })
      )
    ),
    answering(scriptTask, ({ code, value }) =>
      Effect.map(
        Effect.promise(() => runScript(code, value)),
        (result) => ({ value: result, parts: [] })
      )
    )
  ],
  { input: process.stdin, output: process.stdout }
)
