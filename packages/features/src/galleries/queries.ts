import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { bytesUrl } from "../MediaKind.ts"
import { groupReads } from "../items/groupReads.ts"
import type { Gallery } from "./contract.ts"
import { galleryKind } from "./kind.ts"

const { get, kind, list } = groupReads(galleryKind.kind)

/** Lists and shows galleries. */
export const galleryReads = {
  kind,
  list,
  get: (principal: Principal, id: string) =>
    Effect.map(get(principal, id), (row): Gallery => ({
      ...row,
      sourceUrl: row.isDerived ? null : bytesUrl(galleryKind, row.id)
    }))
}
