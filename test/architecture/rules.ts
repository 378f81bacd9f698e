/** Packages that each package may import. Tests and the test kit may import every package. */
export const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  "packages/kernel": [],
  "packages/wire": ["packages/kernel"],
  "packages/http": ["packages/kernel", "packages/wire", "packages/pg"],
  "packages/pg": ["packages/kernel"],
  "packages/jobs": ["packages/kernel", "packages/pg"],
  // The event store also writes the jobs of policies, because an event and its jobs must be written in the same
  // transaction.
  "packages/event-store": ["packages/kernel", "packages/pg", "packages/jobs"],
  "packages/children": ["packages/kernel"],
  "packages/assets": ["packages/kernel"],
  "packages/media-tools": ["packages/kernel", "packages/children", "packages/assets"],
  "packages/pictures": ["packages/kernel", "packages/children", "packages/assets"],
  "packages/phash": ["packages/kernel", "packages/children", "packages/media-tools"],
  "packages/egress": ["packages/kernel"],
  "packages/archives": ["packages/kernel"],
  "packages/disk": ["packages/kernel"],
  "packages/xml": [],
  "packages/query": [],
  "packages/extensions": ["packages/kernel", "packages/children", "packages/egress", "packages/archives"],
  "packages/scrapers": [
    "packages/kernel",
    "packages/children",
    "packages/egress",
    "packages/extensions",
    "packages/sandbox"
  ],
  "packages/sandbox": ["packages/children", "packages/egress"],
  "packages/naming": ["packages/kernel"],
  "packages/nfo": ["packages/xml", "packages/naming"],
  "packages/books": ["packages/kernel", "packages/children", "packages/archives", "packages/xml"],
  "packages/secrets": ["packages/kernel"],
  "packages/embedded-postgres": [],
  "packages/features": [
    "packages/kernel",
    "packages/assets",
    "packages/disk",
    "packages/wire",
    "packages/http",
    "packages/pg",
    "packages/event-store",
    "packages/jobs",
    "packages/children",
    "packages/media-tools",
    "packages/pictures",
    "packages/phash",
    "packages/archives",
    "packages/books",
    "packages/egress",
    "packages/sandbox",
    "packages/secrets",
    "packages/query",
    "packages/naming",
    "packages/nfo",
    "packages/extensions",
    "packages/scrapers"
  ],
  "packages/api": [
    "packages/query",
    "packages/kernel",
    "packages/wire",
    "packages/http",
    "packages/pg",
    "packages/event-store",
    "packages/jobs",
    "packages/features"
  ],
  "packages/web-client": ["packages/api"],
  "apps/server": [
    "packages/kernel",
    "packages/http",
    "packages/pg",
    "packages/event-store",
    "packages/jobs",
    "packages/children",
    "packages/media-tools",
    "packages/pictures",
    "packages/egress",
    "packages/features",
    "packages/api",
    "packages/scrapers"
  ],
  "apps/worker": [
    "packages/kernel",
    "packages/pg",
    "packages/event-store",
    "packages/jobs",
    "packages/books",
    "packages/children",
    "packages/egress",
    "packages/extensions",
    "packages/media-tools",
    "packages/pictures",
    "packages/phash",
    "packages/egress",
    "packages/sandbox",
    "packages/features",
    "packages/scrapers"
  ],
  "apps/projections": [
    "packages/kernel",
    "packages/pg",
    "packages/event-store",
    "packages/features",
    "packages/embedded-postgres"
  ],
  "apps/standalone": ["packages/kernel", "packages/pg", "packages/media-tools", "packages/embedded-postgres"],
  "apps/web": [
    "packages/kernel",
    "packages/query",
    "packages/web-client",
    "packages/features",
    "packages/api"
  ]
}

export interface Forbidden {
  readonly from: string
  readonly to: string
  readonly reason: string
  /** True if type imports are allowed. The build removes types, so they add no code. */
  readonly allowTypes?: true
  readonly except?: string
}

const slice = "packages/features/src/*/*"

/**
 * Viewers of the web app, and the files of features outside of `items` that each viewer may import. The comments give
 * the reasons for these exceptions.
 */
const viewers: Readonly<Record<string, ReadonlyArray<string>>> = {
  // The player reads the account, because administrators and members get different instructions after a playback error.
  // Users add markers during playback. The label of the next episode contains its season and number.
  video: ["accounts/queries.ts", "markers/queries.ts", "markers/MarkerDialog.vue", "series/episodeWords.ts"],
  // The audio player needs the icon and the detail route of a track.
  audio: ["audio/kind.ts"],
  book: [],
  // The lightbox is a separate page, so it loads and describes its image itself. Closing it leads back to the list, the
  // timeline or the gallery from which it was opened. Administrators can delete the image in the lightbox.
  image: [
    "accounts/queries.ts",
    "trash/RemoveDialog.vue",
    "galleries/galleryRoute.ts",
    ...["definition", "imageAddresses", "imageFacts", "imageRoute", "messages"].map(
      (name) => `images/${name}.ts`
    )
  ]
}

const viewerRules: ReadonlyArray<Forbidden> = Object.entries(viewers).flatMap(([viewer, features]) => [
  {
    from: `apps/web/src/viewers/${viewer}/**`,
    to: "apps/web/src/features/**",
    except: `apps/web/src/features/{${["items/**", ...features].join(",")}}`,
    reason: "the page that opens a viewer passes the content in; exceptions are listed in `viewers`"
  },
  {
    from: `apps/web/src/viewers/${viewer}/**`,
    to: `apps/web/src/viewers/*/**`,
    except: `apps/web/src/viewers/${viewer}/**`,
    reason: "viewers share only the files directly in apps/web/src/viewers"
  }
])

/** Imports that production code must not contain. `from` and `to` are globs. */
export const forbidden: ReadonlyArray<Forbidden> = [
  {
    from: "apps/web/**",
    to: "packages/{features,api}/**",
    reason: "the browser gets only types; the definitions would load the whole schema library",
    allowTypes: true
  },
  {
    from: "apps/web/**",
    to: "packages/kernel/**",
    except: "packages/kernel/src/{FindWords,AlikeName}.ts",
    reason: "other kernel modules are for servers and import Effect or Node"
  },
  {
    from: "packages/web-client/**",
    to: "packages/**",
    reason: "the browser gets types only",
    allowTypes: true,
    except: "packages/web-client/**"
  },
  { from: "apps/web/src/**", to: "node:*", reason: "there is no Node in a browser" },
  {
    from: "apps/web/**",
    to: "packages/query/src/Condition.ts",
    reason: "this module decodes with Effect; the browser parses text"
  },
  {
    from: "packages/query/**",
    to: "{node:*,effect/*,@effect/**}",
    except: "effect/{Schema,Either,ParseResult}",
    reason: "the browser runs the query language as well"
  },
  {
    from: "packages/naming/**",
    to: "{node:*,effect/*,@effect/**}",
    reason: "parsing names is pure: it uses no disk, clock or runtime"
  },
  { from: "apps/web/src/**", to: "{effect,@effect}/**", reason: "no Effect in the browser" },
  {
    from: "apps/web/src/viewers/*.ts",
    to: "apps/web/src/{viewers/*/**,features/**}",
    except: "apps/web/src/features/items/**",
    reason: "every viewer imports these files"
  },
  ...viewerRules,
  {
    from: "{packages,apps}/**",
    to: `${slice}/slice.ts`,
    reason:
      "a manifest brings every role of its slice along; generated registries import the roles themselves"
  },
  { from: "**", to: "packages/testkit/**", reason: "only tests use the test kit" },
  {
    from: "**",
    to: "{effect,@effect/platform,@effect/platform-node,@effect/sql,@effect/sql-pg,@effect/experimental}",
    reason: "import the module (effect/Effect), not the package: a barrel loads everything behind it"
  },
  {
    from: `${slice}/{events,decider,policy,queue}.ts`,
    to: "node:*",
    reason: "deciders, policies, events and queues are values and pure functions"
  },
  {
    from: `${slice}/{events,decider,policy,queue}.ts`,
    to: "effect/*",
    reason: "deciders, policies, events and queues are pure: data modules of Effect only, no runtime",
    except: "effect/{Schema,Either,Data,Option,Array,Record,Order,Equal}"
  },
  {
    from: `${slice}/{events,decider,policy,queue}.ts`,
    to: "{@effect/**,packages/{pg,media-tools,wire,http}/**}",
    reason:
      "deciders, policies, events and queues import nothing from outside; their errors are in kernel/Errors"
  },
  {
    from: `${slice}/events.ts`,
    to: "packages/{wire,jobs,features}/**",
    except: "packages/features/src/{ItemKind,EntityKind}.ts",
    reason:
      "events are the lowest level of a slice: every file may import them, and they import only the kinds"
  },
  {
    from: `${slice}/contract.ts`,
    to: "{node:*,@effect/sql/**,packages/{pg,event-store,jobs,media-tools}/**}",
    reason: "a contract describes the HTTP API; the browser's types are generated from it"
  },
  {
    from: `${slice}/{http,raw}.ts`,
    to: "{packages/pg/**,packages/event-store/**,packages/api/**}",
    reason: "routes call commands and queries; they neither write SQL nor append",
    allowTypes: true
  },
  {
    from: `${slice}/http.ts`,
    to: "@effect/sql/**",
    reason: "routes call commands and queries; they do not write SQL"
  },
  {
    from: `${slice}/queries.ts`,
    to: "packages/event-store/src/EventStore.ts",
    reason: "a query changes nothing"
  },
  {
    from: `${slice}/projection.ts`,
    to: "{node:*,packages/{jobs,media-tools,wire,http}/**}",
    reason: "a projection uses only events and its own tables; otherwise a rebuild could give different rows"
  },
  {
    from: `${slice}/{commands,queries,processor,projection,decider,policy,events,queue}.ts`,
    to: "@effect/platform/**",
    reason: "only contract, http and raw use HTTP"
  },
  {
    from: `${slice}/{commands,queries,processor,contract,ids,errors}.ts`,
    to: "packages/http/**",
    reason: "only raw and http handle requests and bytes"
  },
  ...["packages/{features,http,api}/**", "apps/server/**"].flatMap((from) =>
    ["packages/books/src/{epub,comic,pdf}/**", "packages/books/src/guarded/AnswerBook.ts"].map((to) => ({
      from,
      to,
      except: "packages/books/src/epub/{Spine,Resource}.ts",
      reason: "only the guarded reader process parses books, because parsing an untrusted file may take long"
    }))
  ),
  {
    from: "packages/kernel/**",
    to: "@effect/platform/**",
    reason: "domain errors have no HTTP status; wire/WireError sets it"
  },
  {
    from: "packages/{event-store,jobs,children,assets,media-tools}/**",
    to: "@effect/platform/**",
    reason: "only wire, http, features' contracts and api use HTTP"
  }
]

/** Patterns that the text of production files must not contain. Comments are ignored. */
export const bannedText: ReadonlyArray<{
  readonly pattern: RegExp
  readonly except?: string
  readonly reason: string
}> = [
  {
    pattern: /\bprocess\.env\b/,
    except: "{packages,apps}/*/src/**Config*.ts",
    reason: "only *Config.ts files read the environment, so that all variables can be listed"
  },
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/,
    except: "packages/kernel/src/{Timestamp,Ids}.ts",
    reason: "take the time from Clock, or from kernel/Timestamp outside of Effect, so that tests control it"
  },
  {
    pattern:
      /\bprincipal\.role\b|\brole\s*[!=]==?\s*"(administrator|member)"|\{[^{}]*\brole\b[^{}]*\}\s*:\s*Principal\b/,
    // These modules work with the stored role of an account, so they may compare it.
    except:
      "packages/features/src/{platform/access/Access,identity/accounts/commands,identity/accounts/decider}.ts",
    reason: "access/Access decides permissions: use require(principal, act, subject) or can(principal, act)"
  },
  { pattern: /\bMath\.random\(\)/, reason: "take random numbers from effect/Random or node:crypto" },
  { pattern: /\bconsole\.\w+\(/, reason: "log with Effect.log*, so that all lines have the same format" },
  { pattern: /\bsql<[A-Za-z{]/, reason: "a type argument does not check the rows: decode them with pg/Rows" },
  { pattern: /^\s*(export )?(const )?enum\s/m, reason: "use literal unions: an enum generates code" },
  { pattern: /^\s*(export )?namespace\s/m, reason: "use modules" }
]

export const bannedNames = /(Service|Manager|Helper|Util)s?(?=[A-Z.]|$)/
