import type { Machine } from "../Machine.ts"
import type { FoundLevel } from "../Probe.ts"
import type { SandboxRun } from "../Sandbox.ts"
import type { Way } from "../Ways.ts"

/** The request of a test to its driver. */
export interface Question {
  /** The kind of sandbox, or undefined to request the level. */
  readonly way?: Way
  readonly machine?: Partial<Machine>
  readonly runs: ReadonlyArray<Omit<SandboxRun, "onStderrLine">>
  readonly hidden?: ReadonlyArray<string>
  readonly allowed?: ReadonlyArray<string>
  /** True to print each line of stderr immediately. */
  readonly isTalking?: boolean
}

export interface Reply {
  /** The index of the run, because runs may end in any order. */
  readonly index: number
  readonly level?: FoundLevel
  readonly failed?: string
  readonly endedBy?: string
  readonly exitCode?: number | null
  readonly stdout?: string
  readonly bytes?: number
  readonly lines?: ReadonlyArray<string>
}
