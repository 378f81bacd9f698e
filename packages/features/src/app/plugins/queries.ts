import * as SqlClient from "@effect/sql/SqlClient"
import { dateMillis } from "@media/extensions/PackageDate"
import { fetchIndex } from "@media/extensions/fetchIndex"
import { installedPackages } from "@media/extensions/Manifest"
import { type Conflict, Invalid, NotFound, UpstreamFailed } from "@media/kernel/Errors"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf, select } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { storedValues } from "../../platform/secrets/sealedValues.ts"
import { type PluginPackage, PluginSource } from "./contract.ts"
import { Definition } from "./definition/shapes.ts"
import { permissionWords } from "./definition/words.ts"
import { PluginFolder } from "./PluginFolder.ts"
import { blockedReason } from "./blocked.ts"
import { type Decisions, decisionsOf, decisionsOfAll, hostsOf } from "./hosts.ts"

const Row = Schema.Struct({
  id: Schema.String,
  definition: Definition,
  source: PluginSource,
  sha256: Schema.NullOr(Schema.String),
  isEnabled: Schema.Boolean,
  settings: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  installedBy: Schema.String,
  installedAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf
})
export type PluginRow = typeof Row.Type

/** Returns the parts of a definition that the API exposes, without commands. */
export const describedOf = (
  { auth: _a, errLog: _e, exec: _x, settings: _s, ...definition }: Definition,
  decisions: Decisions
) => ({
  ...definition,
  tasks: definition.tasks.map(({ description, name }) => ({ name, description })),
  hooks: definition.hooks.map(({ name, triggeredBy }) => ({ name, triggeredBy })),
  permissionWords: permissionWords({ ...definition, auth: _a, errLog: _e, exec: _x, settings: _s }, decisions)
})

const isSetting = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

const toPackage = (
  row: PluginRow,
  states: ReadonlyMap<string, "set" | "unreadable">,
  decisions: Decisions = []
): PluginPackage => ({
  ...describedOf(row.definition, decisions),
  hosts: hostsOf(row.definition.permissions, decisions),
  settings: row.definition.settings.map((setting) => {
    const value = row.settings[setting.key]
    return { ...setting, value: isSetting(value) ? value : null }
  }),
  auth: row.definition.auth.map((auth) => ({
    ...auth,
    state: states.get(`${row.id}/${auth.key}`) ?? "missing"
  })),
  isEnabled: row.isEnabled,
  source: row.source,
  sha256: row.sha256,
  installedAt: toTimestamp(row.installedAt),
  updatedAt: toTimestamp(row.updatedAt)
})

const credentialStates = Effect.map(
  storedValues("plugin"),
  (values) =>
    new Map(
      values.map(({ field, isReadable, ownerId }) => [
        `${ownerId}/${field}`,
        isReadable ? ("set" as const) : ("unreadable" as const)
      ])
    )
)

export const pluginRows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(Row)(sql`select ${select(Row, "p")} from plugin_packages p order by lower(p.name), p.id`)
)

export const findPluginRow = Effect.fn("plugins.findRow")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`select ${select(Row, "p")} from plugin_packages p where p.id = ${id}`)
  return Option.isNone(row) ? yield* new NotFound({ what: "plugin" }) : row.value
})

export const findPlugin = Effect.fn("plugins.find")(function* (id: string) {
  const row = yield* findPluginRow(id)
  return toPackage(row, yield* credentialStates, yield* decisionsOf(id))
})

export const listPlugins = Effect.fn("plugins.list")(function* () {
  const rows = yield* pluginRows
  const states = yield* credentialStates
  const decisions = yield* decisionsOfAll
  return {
    packages: rows.map((row) => toPackage(row, states, decisions.get(row.id))),
    blocked: yield* blockedReason
  }
})

const Version = Schema.Struct({ version: Schema.String })

/** Returns the installed version of a plugin, or null if the plugin is not installed. */
export const installedVersion = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowOf(Version)(sql`select definition->>'version' as version from plugin_packages where id = ${id}`)
  ).pipe(Effect.map(Option.match({ onNone: () => null, onSome: ({ version }) => version })), Effect.orDie)

const Installed = Schema.Struct({ id: Schema.String, version: Schema.String })

/** Lists the packages of an index, with their installed versions. */
export const availablePlugins = Effect.fn("plugins.available")(function* (address: string) {
  const sql = yield* SqlClient.SqlClient
  const { packages } = yield* fetchIndex(address).pipe(
    Effect.mapError(({ code, reason }): Invalid | UpstreamFailed | Conflict =>
      code === "fetch" ? new UpstreamFailed({ reason }) : new Invalid({ reason })
    )
  )
  const rows = yield* rowsOf(Installed)(
    sql`select id, definition->>'version' as version from plugin_packages`
  )
  const { root } = yield* PluginFolder
  const dates = new Map(
    (yield* Effect.promise(() => installedPackages(root))).map(({ date, id }) => [id, dateMillis(date)])
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return {
    packages: packages.map(({ date, description, id, name, requires, version }) => {
      const own = known.get(id)
      return {
        ...{ id, name, version, description, date, requires },
        installed: own?.version ?? null,
        isNewer: own !== undefined && own.version !== version && dateMillis(date) > (dates.get(id) ?? 0)
      }
    })
  }
})
