import { fetchIndex } from "@media/extensions/fetchIndex"
import { type Installed, installFromIndex, outdated } from "@media/extensions/install"
import { installFile } from "@media/extensions/installFile"
import { installedPackages } from "@media/extensions/Manifest"
import { dateMillis } from "@media/extensions/PackageDate"
import type { PackageRefused } from "@media/extensions/PackageRefused"
import { removePackage } from "@media/extensions/packageFolders"
import { Conflict, Invalid, NotFound, UpstreamFailed } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { isAbsolute } from "node:path"
import type { InstallPackages, PackageChanges, ScraperPackages } from "./packageShapes.ts"
import { ScrapersFolder } from "./ScrapersFolder.ts"

/** The package index of the Stash community. Users can choose it, but the server never fetches it on its own. */
const COMMUNITY = "https://stashapp.github.io/CommunityScrapers/stable/index.yml"

const refusalOf = ({ code, reason }: PackageRefused) => {
  if (code === "conflict" || code === "disk") return new Conflict({ reason })
  return code === "unknown" || code === "archive" ? new Invalid({ reason }) : new UpstreamFailed({ reason })
}

const shown = ({ sha256: _, ...manifest }: Installed["installed"][number]) => manifest
const toChanges = ({ failed, installed }: Installed): PackageChanges => ({
  installed: installed.map(shown),
  failed
})

const present = Effect.flatMap(ScrapersFolder, ({ root }) => Effect.promise(() => installedPackages(root)))

const sourcesOf = (installed: Effect.Effect.Success<typeof present>): ReadonlyArray<string> => [
  ...new Set(installed.flatMap(({ sourceRepository }) => sourceRepository ?? []))
]

/** Returns the installed packages, and the packages in an index if an index is requested. */
export const listPackages = Effect.fn("scraperPackages.list")(function* (index: string | undefined) {
  const installed = yield* present
  const fetched =
    index === undefined
      ? undefined
      : yield* Effect.mapError(fetchIndex(index), ({ reason }) => new UpstreamFailed({ reason }))
  const byId = new Map(installed.map((each) => [each.id, each]))
  return {
    installed: installed.map(shown),
    indexes: [...new Set([COMMUNITY, ...sourcesOf(installed)])],
    available:
      fetched?.packages.map(({ path: _, sha256: __, ...entry }) => {
        const before = byId.get(entry.id)
        return {
          ...entry,
          isInstalled: before !== undefined,
          isUpdate: before !== undefined && dateMillis(entry.date) > dateMillis(before.date)
        }
      }) ?? null,
    skipped: fetched?.skipped ?? 0
  } satisfies ScraperPackages
})

export const installPackages = Effect.fn("scraperPackages.install")(function* ({
  ids = [],
  index,
  path
}: InstallPackages) {
  const { root } = yield* ScrapersFolder
  if (path !== undefined) {
    if (!isAbsolute(path)) return yield* new Invalid({ reason: "path: must begin with a slash" })
    const made = yield* Effect.mapError(installFile(root, path), refusalOf)
    return toChanges({ installed: [made], failed: [] })
  }
  if (index === undefined || ids.length === 0)
    return yield* new Invalid({ reason: "Provide an index and package ids, or the path of a file." })
  const fetched = yield* Effect.mapError(fetchIndex(index), refusalOf)
  return toChanges(
    yield* Effect.mapError(installFromIndex(root, { index: fetched, source: index, ids }), refusalOf)
  )
})

/**
 * Updates the packages that were installed from one index. An index that cannot be read is reported as a failure in the
 * result, so that the updates from other indexes continue.
 */
const updateFrom = (source: string) =>
  Effect.gen(function* () {
    const { root } = yield* ScrapersFolder
    const index = yield* fetchIndex(source)
    const ids = outdated(index, source, yield* present)
    return ids.length === 0
      ? { installed: [], failed: [] }
      : yield* installFromIndex(root, { index, source, ids })
  }).pipe(
    Effect.catchTag("PackageRefused", ({ reason }) =>
      Effect.succeed<Installed>({ installed: [], failed: [{ id: source, reason }] })
    )
  )

export const updatePackages = Effect.fn("scraperPackages.update")(function* () {
  const all = yield* Effect.forEach(sourcesOf(yield* present), updateFrom)
  return toChanges({
    installed: all.flatMap(({ installed }) => installed),
    failed: all.flatMap(({ failed }) => failed)
  })
})

export const uninstallPackage = Effect.fn("scraperPackages.remove")(function* (id: string) {
  const { root } = yield* ScrapersFolder
  const isRemoved = yield* Effect.mapError(removePackage(root, id), ({ reason }) => new Conflict({ reason }))
  return isRemoved ? null : yield* new NotFound({ what: "package" })
})
