import * as Schema from "effect/Schema"

/** Matches a package id. The id is also the name of the package's folder, so it contains no separators. */
const ID = /^(?!\.)[A-Za-z0-9._-]{1,80}$/
export const PackageId = Schema.String.pipe(
  Schema.pattern(ID, { message: () => "must be the id of a package" })
)
export const isPackageId = (text: string): boolean => ID.test(text)
