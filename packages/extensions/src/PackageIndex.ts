import { plainText } from "@media/kernel/PlainText"
import * as Either from "effect/Either"
import type { IndexedPackage } from "./IndexedPackage.ts"
import { indexLimits, MOST_INDEX_PACKAGES } from "./limits.ts"
import { dateMillis } from "./PackageDate.ts"
import { isPackageId } from "./PackageId.ts"
import { PackageRefused } from "./PackageRefused.ts"
import { type Plain, readYaml, YamlRefused } from "./yaml/readYaml.ts"

export interface PackageIndex {
  /** The newest version of each package, in the order of the index. */
  readonly packages: ReadonlyArray<IndexedPackage>
  /** Number of invalid entries that were skipped. */
  readonly skipped: number
}

const text = (value: Plain | undefined, most: number): string =>
  typeof value === "string" ? plainText(value).trim().slice(0, most) : ""

const isSequence = (value: Plain | undefined): value is ReadonlyArray<Plain> => Array.isArray(value)

const packageOf = (value: Plain): IndexedPackage | undefined => {
  if (typeof value !== "object" || isSequence(value)) return undefined
  const entry = value as Readonly<Record<string, Plain | undefined>>
  const { metadata } = entry
  const id = text(entry["id"], 200)
  const sha256 = text(entry["sha256"], 64).toLowerCase()
  const path = text(entry["path"], 2_000)
  if (!isPackageId(id) || !/^[0-9a-f]{64}$/.test(sha256) || path === "") return undefined
  const about =
    typeof metadata === "object" && !isSequence(metadata)
      ? (metadata as Readonly<Record<string, Plain | undefined>>)["description"]
      : undefined
  const requires = isSequence(entry["requires"]) ? entry["requires"] : []
  return {
    ...{ id, sha256, path },
    name: text(entry["name"], 200) || id,
    version: text(entry["version"], 100),
    date: text(entry["date"], 40),
    requires: [...new Set(requires.map((each) => text(each, 200)).filter(isPackageId))].slice(0, 100),
    description: text(about, 1_000)
  }
}

const refused = (reason: string) => Either.left(new PackageRefused({ code: "index", reason }))

/**
 * Parses a package index. The text is untrusted, so only the reader process may call this function (see `indexTask`).
 */
export const readIndex = (source: string): Either.Either<PackageIndex, PackageRefused> => {
  try {
    const { value } = readYaml(source, indexLimits)
    if (!isSequence(value)) return refused("The address does not contain an index of packages.")
    if (value.length > MOST_INDEX_PACKAGES)
      return refused(`The index has more than ${MOST_INDEX_PACKAGES.toLocaleString("en")} packages.`)
    const newest = new Map<string, IndexedPackage>()
    let skipped = 0
    for (const each of value) {
      const found = packageOf(each)
      const before = found === undefined ? undefined : newest.get(found.id)
      if (found === undefined) skipped += 1
      else if (before === undefined || dateMillis(found.date) > dateMillis(before.date))
        newest.set(found.id, found)
    }
    return Either.right({ packages: [...newest.values()], skipped })
  } catch (error) {
    if (error instanceof YamlRefused) return refused(error.message.replace(/^The file/, "The index"))
    throw error
  }
}
