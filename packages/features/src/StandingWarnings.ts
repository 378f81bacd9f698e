import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Problems that may last as long as the process runs. Each has one text at a time. */
export type Concern = "recovery" | "certificate" | "secret"

/**
 * Current warnings of this process for administrators. They are only in memory: each process has its own and starts
 * without any.
 */
export class StandingWarnings extends Context.Tag("@media/features/StandingWarnings")<
  StandingWarnings,
  {
    /** Replaces the text of this concern; undefined removes it. */
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
