import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull } from "@media/wire/Envelope"
import { reportAll } from "@media/wire/ReportAll"
import { Body, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound, FailUpstream } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { HostAccess } from "./events.ts"
import { Definition, PluginAuth, PluginSetting } from "./definition/shapes.ts"

const SettingValue = Schema.Union(Schema.Boolean, Schema.Number, Schema.String)

const described = {
  ...Definition.omit("settings", "auth", "tasks", "hooks", "exec", "errLog").fields,
  tasks: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String })),
  hooks: Schema.Array(Schema.Struct({ name: Schema.String, triggeredBy: Schema.Array(Schema.String) })),
  /** The plugin's permissions as messages for users. */
  permissionWords: Schema.Array(Schema.String)
}

/** A package, and the effects of its installation. */
export const PluginPreview = Schema.Struct({
  ...described,
  settings: Schema.Array(PluginSetting),
  auth: Schema.Array(PluginAuth),
  /** SHA-256 of the archive, or null for a folder. */
  sha256: Schema.NullOr(Schema.String),
  /** The installed version that would be replaced, or null if the plugin is not installed. */
  replaces: Schema.NullOr(Schema.String)
}).annotations({ identifier: "PluginPreview" })
export type PluginPreview = typeof PluginPreview.Type

export const PluginSource = Schema.Struct({
  source: Schema.Literal("zip-url", "path", "upload", "index"),
  /** URL of the archive or index, or null for other sources. */
  url: Schema.NullOr(Schema.String),
  path: Schema.NullOr(Schema.String)
})
export type PluginSource = typeof PluginSource.Type

export const PluginHost = Schema.Struct({ host: Schema.String, access: HostAccess })

export const PluginPackage = Schema.Struct({
  ...described,
  settings: Schema.Array(Schema.Struct({ ...PluginSetting.fields, value: Schema.NullOr(SettingValue) })),
  auth: Schema.Array(
    Schema.Struct({
      ...PluginAuth.fields,
      /** `unreadable` means that the server's encryption secret was lost, so that users must enter the value again. */
      state: Schema.Literal("missing", "set", "unreadable")
    })
  ),
  /** The hosts in the manifest, and all other hosts that an administrator has allowed or blocked. */
  hosts: Schema.Array(PluginHost),
  isEnabled: Schema.Boolean,
  source: PluginSource,
  sha256: Schema.NullOr(Schema.String),
  installedAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "PluginPackage" })
export type PluginPackage = typeof PluginPackage.Type

const Address = SafeText(2_000).pipe(
  Schema.filter((url) => /^https?:\/\//i.test(url), { message: () => "must be a web address" })
)
const Sha256 = Schema.String.pipe(
  Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must have 64 hexadecimal digits" })
)
const PackageId = Schema.String.pipe(
  Schema.pattern(/^(?!\.)[A-Za-z0-9._-]{1,80}$/, { message: () => "must be the id of a package" })
)

/** The source of a plugin: an archive at a URL, a folder on the server, an upload, or an index of packages. */
export const NewPlugin = reportAll(
  Schema.Struct({
    source: Schema.optional(Schema.Literal("zip-url", "path", "upload", "index")),
    url: Schema.optional(Address),
    path: Schema.optional(SafeText(4_000)),
    /** `uploadId` of an uploaded archive. */
    uploadId: Schema.optional(Uuid),
    /** The SHA-256 that the archive must have. */
    sha256: Schema.optional(Sha256),
    /** The URL of an index. `id` selects one of its packages. */
    index: Schema.optional(Address),
    id: Schema.optional(PackageId),
    /** True to return the preview without installing the plugin. */
    dryRun: Schema.optional(Schema.Boolean)
  }).pipe(
    Schema.filter(({ id, index, path, source, uploadId, url }) => {
      const kind = source ?? (index === undefined ? undefined : "index")
      if (kind === undefined) return { path: ["source"], message: "must be zip-url, path, upload or index" }
      if (kind === "zip-url" && url === undefined) return { path: ["url"], message: "is missing" }
      if (kind === "path" && path === undefined) return { path: ["path"], message: "is missing" }
      if (kind === "upload" && uploadId === undefined) return { path: ["uploadId"], message: "is missing" }
      if (kind !== "index") return undefined
      if (index === undefined) return { path: ["index"], message: "is missing" }
      return id === undefined ? { path: ["id"], message: "is missing" } : undefined
    })
  )
)
export type NewPlugin = typeof NewPlugin.Type

export const PluginPatch = Body({
  isEnabled: Schema.optional(Schema.Boolean),
  /** Values of settings, keyed by setting. Null resets a setting. Omitted settings keep their values. */
  settings: Schema.optional(
    Schema.Record({
      key: Schema.String,
      value: Schema.NullOr(
        Schema.Union(Schema.Boolean, Schema.JsonNumber, Schema.String.pipe(Schema.maxLength(10_000)))
      )
    })
  )
})
export type PluginPatch = typeof PluginPatch.Type

const AvailablePlugin = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  version: Schema.String,
  description: Schema.String,
  date: Schema.String,
  requires: Schema.Array(Schema.String),
  installed: Schema.NullOr(Schema.String),
  isNewer: Schema.Boolean
}).annotations({ identifier: "AvailablePlugin" })

const nullableTime = Schema.NullOr(Timestamp)
export const PluginRun = Schema.Struct({
  /** The id of the job run. */
  id: Uuid,
  label: Schema.String,
  status: Schema.Literal("queued", "started", "completed", "failed", "cancelled"),
  isExhausted: Schema.Boolean,
  nextRetryAt: nullableTime,
  queuedAt: Timestamp,
  finishedAt: nullableTime,
  error: Schema.NullOr(Schema.String),
  /** The batch id for undoing all changes of the run together. Null if the run made no changes or was undone. */
  undoBatchId: Schema.NullOr(Uuid)
}).annotations({ identifier: "PluginRun" })
export type PluginRun = typeof PluginRun.Type

export const ExecutePlugin = Body({
  task: SafeText(200),
  args: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
})
export type ExecutePlugin = typeof ExecutePlugin.Type

const packages = "/api/plugins/packages"

export class PluginsGroup extends HttpApiGroup.make("plugins")
  .add(
    HttpApiEndpoint.get("list", packages).addSuccess(
      Ok(
        "PluginPackagesResponse",
        Schema.Struct({
          packages: Schema.Array(PluginPackage),
          /** The reason why plugins cannot run on this server and how to fix the problem. Null if plugins can run. */
          blocked: Schema.NullOr(Schema.String)
        })
      )
    )
  )
  .add(
    /** Installs a plugin, or replaces the installed version of a plugin. */
    HttpApiEndpoint.post("install", packages)
      .setPayload(NewPlugin)
      .addSuccess(
        Ok(
          "InstallPluginResponse",
          Schema.Struct({ preview: PluginPreview, installed: Schema.NullOr(PluginPackage) })
        )
      )
      .addError(FailInvalid)
      .addError(FailConflict)
      .addError(FailNotFound)
      .addError(FailUpstream)
  )
  .add(
    /** Removes the files, settings and credentials of a plugin. */
    HttpApiEndpoint.del("remove", `${packages}/:id`)
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.del("removeById", packages)
      .setUrlParams(Schema.Struct({ id: SafeText(80) }))
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.patch("configure", `${packages}/:id`)
      .setPath(idPath)
      .setPayload(PluginPatch)
      .addSuccess(Ok("PluginPackageResponse", PluginPackage))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .add(
    /** Stores a credential, or deletes it if the value is null. No route returns stored credentials. */
    HttpApiEndpoint.put("setAuth", `${packages}/:id/auth/:authKey`)
      .setPath(Schema.Struct({ id: Schema.String, authKey: Schema.String }))
      .setPayload(Body({ value: Schema.NullOr(SafeText(10_000).pipe(Schema.minLength(1))) }))
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    /** Sets whether a plugin may connect to a host. Only the access `private` allows a host with a private address. */
    HttpApiEndpoint.put("setHost", `${packages}/:id/hosts`)
      .setPath(idPath)
      .setPayload(Body({ host: SafeText(260), access: HostAccess }))
      .addSuccess(Ok("PluginPackageResponse", PluginPackage))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    /** Returns the last 50 runs, newest first. */
    HttpApiEndpoint.get("runs", "/api/plugins/runs").addSuccess(
      Ok("PluginRunsResponse", Schema.Struct({ runs: Schema.Array(PluginRun) }))
    )
  )
  .add(
    /** Lists the packages of an index. */
    HttpApiEndpoint.get("available", "/api/plugins/available")
      .setUrlParams(Schema.Struct({ index: Address }))
      .addSuccess(Ok("AvailablePluginsResponse", Schema.Struct({ packages: Schema.Array(AvailablePlugin) })))
      .addError(FailInvalid)
      .addError(FailConflict)
      .addError(FailUpstream)
  )
  .add(
    /** Queues a run of a task. The changes of the run belong to the batch `batchId`. */
    HttpApiEndpoint.post("execute", "/api/plugins/:id/execute")
      .setPath(idPath)
      .setPayload(ExecutePlugin)
      .addSuccess(Ok("ExecutePluginResponse", Schema.Struct({ jobRunId: Uuid, batchId: Uuid })))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
