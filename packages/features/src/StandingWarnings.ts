import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Problems that can last as long as the process runs. Each problem has at most one warning at a time. */
export type Concern = "recovery" | "certificate" | "secret"

/**
 * This process's current warnings for administrators. The warnings are kept in memory: each process has its own list,
 * which is empty at the start.
 */
export class StandingWarnings extends Context.Tag("@media/features/StandingWarnings")<
  StandingWarnings,
  {
    /** Sets the warning about this concern. `undefined` removes the warning. */
    readonly set: (concern: Concern, text: string | undefined) => void
    readonly all: () => ReadonlyArray<string>
  }
>() {
  static readonly layer = Layer.sync(StandingWarnings, () => {
    const texts = new Map<Concern, string>()
    return StandingWarnings.of({
      set: (concern, text) => {
        if (text === undefined) texts.delete(concern)
        else texts.set(concern, text)
      },
      all: () => [...texts.values()]
    })
  })
}
