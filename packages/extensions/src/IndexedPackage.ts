import * as Schema from "effect/Schema"
import { PackageId } from "./PackageId.ts"

/** An entry of a package index, such as those that the community publishes. */
export const IndexedPackage = Schema.Struct({
  id: PackageId,
  name: Schema.String,
  version: Schema.String,
  /**
   * The date of this version as `2006-01-02 15:04:05`, in UTC unless it has an offset. The version with the latest date
   * is the newest.
   */
  date: Schema.String,
  /** The URL of the package, or a path relative to the index. */
  path: Schema.String,
  /** The SHA-256 hash that the package's file must have, in lower-case hexadecimal. */
  sha256: Schema.String,
  requires: Schema.Array(PackageId),
  description: Schema.String
})
export type IndexedPackage = typeof IndexedPackage.Type
