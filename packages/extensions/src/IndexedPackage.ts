import * as Schema from "effect/Schema"
import { PackageId } from "./PackageId.ts"

/** A package of an index, as the community publishes them. */
export const IndexedPackage = Schema.Struct({
  id: PackageId,
  name: Schema.String,
  version: Schema.String,
  /** `2006-01-02 15:04:05`, in UTC unless it has an offset. The later of two is newer. */
  date: Schema.String,
  /** Relative to the index, or a whole address. */
  path: Schema.String,
  /** In lower case; the file must have this hash. */
  sha256: Schema.String,
  requires: Schema.Array(PackageId),
  description: Schema.String
})
export type IndexedPackage = typeof IndexedPackage.Type
