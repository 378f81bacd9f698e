interface Role {
  readonly holds: string
  readonly mayUse: string
  /** Any slice may import it: names, values and pure functions, never reads or writers. */
  readonly isOpen?: true
}

/** The fixed roles of a slice's files, in the order in which a new slice needs them. */
export const roles: Readonly<Record<string, Role>> = {
  slice: {
    holds: "the manifest: everything the slice adds to the product; all registries are generated from it",
    mayUse: "every role of its own slice"
  },
  ids: { holds: "names of streams and other ids", mayUse: "kernel", isOpen: true },
  events: {
    holds: "the events as schemas; the tag is the stored name, `stream.past-tense.vN`",
    mayUse: "`effect/Schema`, kernel",
    isOpen: true
  },
  decider: {
    holds: "`decide` and `evolve`: the rules, pure, with typed rejections",
    mayUse: "data modules of Effect, own events"
  },
  policy: { holds: "event to jobs, pure", mayUse: "events, queues", isOpen: true },
  queue: { holds: "name, label and payload of a queue", mayUse: "`effect/Schema`, kernel", isOpen: true },
  processor: {
    holds: "the body of a queue's jobs; scan and probe append their results",
    mayUse: "event store, decider, media-tools, own reads"
  },
  backfill: {
    holds: 'the jobs that "run" queues manually: everything that lacks the queue\\\'s product',
    mayUse: "SQL, queues"
  },
  kind: { holds: "a kind of media that libraries can hold", mayUse: "pure functions", isOpen: true },
  fields: {
    holds: "the fields that lists can filter and sort by, with their types and the source of their values",
    mayUse: "query, `filters/sources`",
    isOpen: true
  },
  live: { holds: "the topic that open pages receive for an event", mayUse: "events", isOpen: true },
  followUps: { holds: "the jobs that follow the examination of an item", mayUse: "queues" },
  summaries: {
    holds: "the values that events of a kind give to the rows of all items",
    mayUse: "pure functions, own events"
  },
  history: {
    holds: "the sentence and category of each event in the history, or private to its owner",
    mayUse: "nothing"
  },
  undo: {
    holds: "how each event is undone: the parts of the state that it changed, and the events that write them",
    mayUse: "deciders, own events, SQL for checks"
  },
  maintenance: {
    holds: "tasks that every worker repeats until it stops",
    mayUse: "SQL, queues, stores of generated files"
  },
  commands: {
    holds: "load, decide, append: the writers behind the routes",
    mayUse: "event store, decider, own reads"
  },
  projection: { holds: "events to rows, one set-based statement per event type", mayUse: "SQL, events" },
  queries: { holds: "rows to answers", mayUse: "SQL, contract" },
  contract: {
    holds: "the shapes on the wire and one or two `HttpApiGroup`s",
    mayUse: "platform, wire",
    isOpen: true
  },
  http: {
    holds: "handlers: take the principal, run a command or query, `respond`",
    mayUse: "contract, commands, queries"
  },
  raw: { holds: "routes that write bytes", mayUse: "`http/RawRoute`" },
  errors: {
    holds: "typed errors without HTTP; `contract` gives them code and status",
    mayUse: "`effect/Schema`",
    isOpen: true
  }
}
