import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** What can be wrong for as long as the process runs; each has one text at a time. */
export type Concern = "recovery" | "certificate" | "secret"

/**
 * What this process warns administrators of until it is told otherwise. In memory: each process has its own, and begins
 * without any.
 */
export class StandingWarnings extends Context.Tag("@media/features/StandingWarnings")<
  StandingWarnings,
  {
    /** Replaces what was said of this concern; undefined takes it back. */
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
