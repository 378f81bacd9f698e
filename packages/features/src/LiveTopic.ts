import type { Recorded } from "@media/event-store/Event"

/** What open pages hear of a slice's events. */
export interface LiveTopic {
  /** The first word of the tags: `library` of `library.renamed.v1`. */
  readonly stream: string
  /** The word in the messages of the live protocol. */
  readonly topic: string
  /** Which things a page would read again; without it, the topic as a whole. */
  readonly ids?: (recorded: Recorded) => ReadonlyArray<string>
}
