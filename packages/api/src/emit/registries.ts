import { apiRegistries } from "./registries/ApiRegistries.ts"
import { browserFields } from "./registries/BrowserFields.ts"
import { fieldsPage } from "./registries/FieldsPage.ts"
import { featureRegistries } from "./registries/FeatureRegistries.ts"
import { problems } from "./registries/Problems.ts"
import { manifestOf, type Slice, type SliceFolder } from "./registries/SliceFolder.ts"
import { queuesPage } from "./registries/QueuesPage.ts"
import { slicesPage } from "./registries/SlicesPage.ts"

export interface Registries {
  /** Problems of the slices, one per line. If there are any, no files are written. */
  readonly problems: ReadonlyArray<string>
  readonly files: Readonly<Record<string, string>>
}

/**
 * Generates the modules that register everything that the manifests of the slices declare. This is the first step of
 * `npm run generate`.
 */
export const registries = (folders: ReadonlyArray<SliceFolder>): Registries => {
  const slices = folders.flatMap((folder): ReadonlyArray<Slice> => {
    const slice = manifestOf(folder)
    return slice === undefined ? [] : [{ ...folder, slice }]
  })
  const found = problems(folders, slices)
  return {
    problems: found,
    files:
      found.length > 0
        ? {}
        : {
            ...featureRegistries(slices),
            ...apiRegistries(slices),
            "packages/web-client/src/generated/fields.ts": browserFields(slices),
            "docs/generated/fields.md": fieldsPage(slices),
            "docs/generated/queues.md": queuesPage(slices),
            "docs/generated/slices.md": slicesPage(slices)
          }
  }
}
