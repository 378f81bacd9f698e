import * as Schema from "effect/Schema"
import { PackageId } from "./PackageId.ts"

/** A package in an index that the community publishes. */
export const IndexedPackage = Schema.Struct({
  id: PackageId,
  name: Schema.String,
  version: Schema.String,
  /** The date as `2006-01-02 15:04:05`, in UTC unless it has an offset. A later date means a newer package. */
  date: Schema.String,
  /** The URL of the package, or a path relative to the index. */
  path: Schema.String,
  /** The SHA-256 hash that the file must have, in lower case. */
  sha256: Schema.String,
  requires: Schema.Array(PackageId),
  description: Schema.String
})
export type IndexedPackage = typeof IndexedPackage.Type
