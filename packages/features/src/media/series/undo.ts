import { eventUndo } from "../../EventUndo.ts"
import type { SeriesEvent, VideoNumbered } from "./events.ts"
import { noNumbers, type ReviewedNumbers } from "./reviewedNumbers.ts"

type Numbered = typeof VideoNumbered.Type
const fields = ["season", "episode", "episodeEnd", "airDate"] as const
const isField = (part: string): part is keyof ReviewedNumbers =>
  (fields as ReadonlyArray<string>).includes(part)

/** Numbers of reviewed results. Without them, the next classification uses the name of the file. */
export const numbersUndo = eventUndo<Numbered, SeriesEvent>({
  target: "item",
  rule: {
    initial: { _tag: "video.numbered.v1", libraryId: "", ...noNumbers },
    evolve: (state, event) => (event._tag === "video.numbered.v1" ? event : state),
    parts: { "video.numbered.v1": () => fields },
    read: (state, part) => (isField(part) ? state[part] : null),
    write: (values, state) => [{ ...state, ...Object.fromEntries(values) } as Numbered]
  }
})
