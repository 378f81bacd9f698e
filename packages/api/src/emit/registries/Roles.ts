interface Role {
  readonly holds: string
  readonly mayUse: string
  /**
   * True if every slice may import files of this role. These files contain only names, values and pure functions, and
   * do not access the database.
   */
  readonly isOpen?: true
}

/** The fixed roles of files in a slice, in the order in which a new slice needs them. */
export const roles: Readonly<Record<string, Role>> = {
  slice: {
    holds:
      "the manifest, which declares everything that the slice provides; the registries are generated from it",
    mayUse: "every role of its own slice"
  },
  ids: { holds: "stream names and other ids", mayUse: "kernel", isOpen: true },
  events: {
    holds: "the schemas of the events; the tag is the stored name, `stream.past-tense.vN`",
    mayUse: "`effect/Schema`, kernel",
    isOpen: true
  },
  decider: {
    holds: "`decide` and `evolve`: the rules as pure functions with typed rejections",
    mayUse: "Effect's data modules, own events"
  },
  policy: { holds: "pure functions from an event to jobs", mayUse: "events, queues", isOpen: true },
  queue: { holds: "the name, label and payload of a queue", mayUse: "`effect/Schema`, kernel", isOpen: true },
  processor: {
    holds: "the function that runs a queue's jobs; scans and probes also append events",
    mayUse: "event store, decider, media-tools, own reads"
  },
  backfill: {
    holds: 'the jobs to queue when an administrator presses "Run now": one for each item that lacks a result',
    mayUse: "SQL, queues"
  },
  kind: { holds: "a kind of media that libraries can contain", mayUse: "pure functions", isOpen: true },
  fields: {
    holds: "the fields that lists can filter and sort by, with their types and the source of their values",
    mayUse: "query, `filters/sources`",
    isOpen: true
  },
  live: { holds: "the topic that open pages receive for an event", mayUse: "events", isOpen: true },
  followUps: { holds: "the jobs that are queued after an item was examined", mayUse: "queues" },
  summaries: {
    holds: "the values that a kind's events set in the table of all items",
    mayUse: "pure functions, own events"
  },
  history: {
    holds:
      "the text and category of each event in the history, or a marker that hides the event from everyone except its owner",
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
    holds: "writers called by the routes: they load state, decide and append events",
    mayUse: "event store, decider, own reads"
  },
  projection: {
    holds: "handlers that update rows from events, with one set-based statement per event type",
    mayUse: "SQL, events"
  },
  queries: { holds: "functions that read rows and return responses", mayUse: "SQL, contract" },
  contract: {
    holds: "the request and response schemas, and one or two `HttpApiGroup`s",
    mayUse: "platform, wire",
    isOpen: true
  },
  http: {
    holds: "handlers: they take the principal, run a command or query, and `respond`",
    mayUse: "contract, commands, queries"
  },
  raw: { holds: "routes that write their responses themselves", mayUse: "`http/RawRoute`" },
  errors: {
    holds: "typed errors independent of HTTP; `contract` assigns a code and status to them",
    mayUse: "`effect/Schema`",
    isOpen: true
  }
}
