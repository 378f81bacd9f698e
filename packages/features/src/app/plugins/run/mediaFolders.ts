import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../../platform/visibility/Visibility.ts"

const Root = Schema.Struct({ path: Schema.String })

/**
 * Returns the folders of libraries to mount in the sandbox. The folders have the same paths inside and outside of the
 * sandbox, so that plugins can open the paths of items.
 */
export const mediaFolders = Effect.fn("plugins.run.mediaFolders")(function* (principal: Principal) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const roots = yield* rowsOf(Root)(sql`
    select r.path from library_roots r join libraries l on l.id = r.library_id
    where r.enabled and ${visibility.libraries("l")} order by length(r.path), r.path`)
  const paths = [...new Set(roots.map(({ path }) => path))]
  // Omit folders inside other folders. The outer mount contains them, and the sandbox rejects nested mounts.
  return paths
    .filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}/`)))
    .map((path) => ({ from: path, to: path, isLarge: true as const }))
})
