import variant from "@jitl/quickjs-ng-wasmfile-release-sync"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSWASMModule
} from "quickjs-emscripten-core"
import { MOST_VALUE_LENGTH } from "../limits.ts"

const MEMORY_BYTES = 16 * 1024 ** 2
const STACK_BYTES = 512 * 1024
/**
 * Time limit of a script in milliseconds. It stops endless loops. Calls inside the engine cannot be interrupted, so
 * a script that hangs in such a call is stopped together with the whole process.
 */
const DEADLINE_MILLIS = 1_000

let engine: Promise<QuickJSWASMModule> | undefined

/** Loads the QuickJS engine once. Its WebAssembly file is read from `node_modules`, because the bundle does not contain it. */
const loaded = (): Promise<QuickJSWASMModule> =>
  (engine ??= newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmBinary: new Uint8Array(
        readFileSync(createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm"))
      ).buffer
    })
  ))

export interface ScriptResult {
  /** The result as text. Undefined if the step returned no value or failed. */
  readonly value?: string
  readonly problem?: string
}

/** Defines functions that scripts may call to log and sleep. They have no effect here. */
const PRELUDE = `const log = Object.freeze(Object.fromEntries(
  ["Trace", "Debug", "Info", "Warn", "Error", "Progress"].map((name) => [name, () => {}])
));
const util = Object.freeze({ Sleep: () => {} });`

const resultOf = (context: QuickJSContext, code: string, value: string): ScriptResult => {
  context.newString(value).consume((handle) => context.setProp(context.global, "value", handle))
  const result = context.evalCode(`${PRELUDE}\n(function () {\n${code}\n})()`, "step.js")
  if (result.error !== undefined) {
    const error: unknown = result.error.consume((handle) => context.dump(handle))
    const { message } = (typeof error === "object" && error !== null ? error : {}) as { message?: unknown }
    const reason = String(message ?? error).slice(0, 200)
    return reason === "interrupted"
      ? { problem: "The JavaScript step took longer than a second." }
      : { problem: `The JavaScript step failed: ${reason.replace(/\.?$/, ".")}` }
  }
  return result.value.consume((handle) => {
    const type = context.typeof(handle)
    if (type === "undefined" || context.dump(handle) === null) return {}
    return { value: context.getString(handle).slice(0, MOST_VALUE_LENGTH) }
  })
}

/** Runs `code` as the body of a function with the variable `value`. Call it only in the scraper process. */
export const runScript = async (code: string, value: string): Promise<ScriptResult> => {
  const quickJs = await loaded()
  const runtime = quickJs.newRuntime({ memoryLimitBytes: MEMORY_BYTES, maxStackSizeBytes: STACK_BYTES })
  const end = performance.now() + DEADLINE_MILLIS
  runtime.setInterruptHandler(() => performance.now() > end)
  const context = runtime.newContext()
  try {
    return resultOf(context, code, value)
  } finally {
    context.dispose()
    runtime.dispose()
  }
}
