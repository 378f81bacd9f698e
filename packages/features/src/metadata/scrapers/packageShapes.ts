import { Body, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

const strings = Schema.Array(Schema.String)

export const ScraperPackage = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  version: Schema.String,
  date: Schema.String,
  requires: strings,
  /** The index that the package comes from. Null for an uploaded package. */
  sourceRepository: Schema.NullOr(Schema.String),
  files: strings
}).annotations({ identifier: "ScraperPackage" })
export type ScraperPackage = typeof ScraperPackage.Type

export const OfferedPackage = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  version: Schema.String,
  date: Schema.String,
  description: Schema.String,
  requires: strings,
  isInstalled: Schema.Boolean,
  /** True if this version is newer than the installed version. */
  isUpdate: Schema.Boolean
}).annotations({ identifier: "OfferedPackage" })

export const ScraperPackages = Schema.Struct({
  installed: Schema.Array(ScraperPackage),
  /**
   * The URLs of known package indexes: the community's index, and the indexes from which packages were installed. An
   * index is fetched only when a request names it.
   */
  indexes: strings,
  /** The packages in the requested index, or null if no index was requested. */
  available: Schema.NullOr(Schema.Array(OfferedPackage)),
  /** The number of invalid entries in the index, which were skipped. */
  skipped: Schema.Int
}).annotations({ identifier: "ScraperPackages" })
export type ScraperPackages = typeof ScraperPackages.Type

export const PackageChanges = Schema.Struct({
  installed: Schema.Array(ScraperPackage),
  failed: Schema.Array(Schema.Struct({ id: Schema.String, reason: Schema.String }))
}).annotations({ identifier: "PackageChanges" })
export type PackageChanges = typeof PackageChanges.Type

/**
 * The packages to install. There are two alternatives:
 * - The packages `ids` from the index at the URL `index`.
 * - A ZIP file or a scraper file at `path` on the server.
 */
export const InstallPackages = Body({
  index: Schema.optional(SafeText(2_000)),
  ids: Schema.optional(Schema.Array(SafeText(80)).pipe(Schema.maxItems(200))),
  path: Schema.optional(SafeText(4_096))
})
export type InstallPackages = typeof InstallPackages.Type
