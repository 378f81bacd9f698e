import * as SqlClient from "@effect/sql/SqlClient"
import { fetchIndex, type FetchedIndex } from "@media/extensions/fetchIndex"
import { isPackageId } from "@media/extensions/PackageId"
import type { IndexedPackage } from "@media/extensions/IndexedPackage"
import type { PackageRefused } from "@media/extensions/PackageRefused"
import { inTurn, installFolder, removePackage } from "@media/extensions/packageFolders"
import { withRequirements } from "@media/extensions/requirements"
import { Conflict, Invalid, UpstreamFailed } from "@media/kernel/Errors"
import { now, toTimestamp } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { removeValues } from "../../platform/secrets/sealedValues.ts"
import { decisionsOf, forgetHosts } from "./hosts.ts"
import type { NewPlugin, PluginPreview, PluginSource } from "./contract.ts"
import { findDefinition } from "./definition/findDefinition.ts"
import type { Definition } from "./definition/shapes.ts"
import { describedOf, findPlugin, installedVersion } from "./queries.ts"
import { PluginFolder } from "./PluginFolder.ts"
import { type Staged, stageArchive, stagePath, stageUrl } from "./stage.ts"
import { removeUpload, uploadPath } from "./uploads.ts"

/** Converts the failure of a package to the error that the API returns. */
const answerOf = ({ code, reason }: PackageRefused): Invalid | Conflict | UpstreamFailed =>
  code === "fetch"
    ? new UpstreamFailed({ reason })
    : code === "conflict" || code === "disk"
      ? new Conflict({ reason })
      : new Invalid({ reason })

interface Package {
  readonly staged: Staged
  readonly definition: Definition
  readonly source: PluginSource
  readonly about: {
    readonly date: string
    readonly requires: ReadonlyArray<string>
    readonly version?: string
  }
}

const previewOf = ({ definition, staged }: Package) =>
  Effect.gen(function* () {
    const { auth, id, settings } = definition
    const replaces = yield* installedVersion(id)
    const words = describedOf(definition, yield* decisionsOf(id))
    return { ...words, settings, auth, sha256: staged.sha256, replaces } satisfies PluginPreview
  })

/**
 * Installs one package. The files are written first. If the database write fails, the next installation replaces the
 * files.
 */
const installOne = ({ about, definition, source, staged }: Package, principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { root } = yield* PluginFolder
    const { id, name, version } = definition
    yield* installFolder(root, staged.folder, {
      ...{ id, name, version },
      date: about.date,
      requires: about.requires,
      sourceRepository: source.source === "index" ? source.url : null,
      sha256: staged.sha256 ?? "",
      files: staged.files
    }).pipe(inTurn)
    yield* sql`
      insert into plugin_packages (id, name, definition, source, sha256, installed_by)
      values (${id}, ${name}, ${JSON.stringify(definition)}::jsonb, ${JSON.stringify(source)}::jsonb, ${staged.sha256},
        ${principal.accountId})
      on conflict (id) do update set name = excluded.name, definition = excluded.definition, source = excluded.source,
        sha256 = excluded.sha256, installed_by = excluded.installed_by, updated_at = now()`
    const hooks = definition.hooks.map((hook) => hook.name)
    yield* sql`delete from plugin_changes where plugin_id = ${id} and hook <> all(${hooks}::text[])`
  })

const about = () => ({ date: toTimestamp(now()), requires: [] })

const fromIndex = (root: string, index: FetchedIndex, source: string, entry: IndexedPackage) =>
  Effect.gen(function* () {
    if (!URL.canParse(entry.path, index.url))
      return yield* new Invalid({ reason: `The index does not contain a valid address for "${entry.id}".` })
    const staged = yield* stageUrl(root, new URL(entry.path, index.url).href, entry.sha256)
    const definition = yield* findDefinition(staged.folder, staged.files, entry.id)
    return {
      ...{ staged, definition: { ...definition, id: entry.id } },
      source: { source: "index", url: source, path: null },
      about: { date: entry.date, requires: entry.requires }
    } satisfies Package
  })

/**
 * Fetches the requested package. With an index, also fetches the packages that the requested package requires, which
 * come first in the result.
 */
const packagesOf = (root: string, given: NewPlugin) =>
  Effect.gen(function* () {
    const { index: address, path = "", sha256, uploadId = "", url = "" } = given
    const kind = given.source ?? "index"
    if (kind === "index") {
      const index = yield* fetchIndex(address ?? "")
      const wanted = yield* withRequirements(index.packages, [given.id ?? ""])
      return yield* Effect.forEach(wanted, (entry) => fromIndex(root, index, address ?? "", entry))
    }
    const staged = yield* kind === "zip-url"
      ? stageUrl(root, url, sha256)
      : kind === "path"
        ? stagePath(root, path, sha256)
        : stageArchive(root, yield* uploadPath(root, uploadId), sha256)
    const definition = yield* findDefinition(staged.folder, staged.files, given.id)
    const source: PluginSource = {
      source: kind,
      url: kind === "zip-url" ? url : null,
      path: kind === "path" ? path : null
    }
    return [{ staged, definition, source, about: about() } satisfies Package]
  })

/** Previews or installs a plugin, without running any code of the package. */
export const installPlugin = Effect.fn("plugins.install")(function* (principal: Principal, given: NewPlugin) {
  const { root } = yield* PluginFolder
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const all = yield* packagesOf(root, given)
      const wanted = all.at(-1)!
      if (!isPackageId(wanted.definition.id))
        return yield* new Invalid({
          reason:
            "Rename the definition file. Its name becomes the id of the plugin. It may contain up to 80 letters, digits, dots, hyphens and underscores, and must not begin with a dot."
        })
      const preview = yield* previewOf(wanted)
      if (given.dryRun === true) return { preview, installed: null }
      for (const each of all)
        if (each === wanted || (yield* installedVersion(each.definition.id)) === null)
          yield* installOne(each, principal)
      if (given.uploadId !== undefined) yield* removeUpload(root, given.uploadId)
      return { preview, installed: yield* findPlugin(wanted.definition.id) }
    })
  ).pipe(Effect.catchTag("PackageRefused", (refused) => Effect.fail(answerOf(refused))))
})

export const removePlugin = Effect.fn("plugins.remove")(function* (principal: Principal, id: string) {
  const { name } = yield* findPlugin(id)
  const sql = yield* SqlClient.SqlClient
  const { root } = yield* PluginFolder
  yield* Effect.mapError(removePackage(root, id), ({ reason }) => new Conflict({ reason }))
  yield* removeValues("plugin", id)
  yield* forgetHosts(principal, id, name)
  yield* sql`delete from plugin_packages where id = ${id}`
  return null
})
