import * as SqlClient from "@effect/sql/SqlClient"
import { naturally } from "@media/kernel/NaturalOrder"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ordinalsFor } from "./ordinals.ts"

/** An image as its place in a gallery is found. */
interface Arranged {
  readonly id: string
  /** What it is called there. */
  readonly name: string
  /** Its place in this gallery; null: it is new there. */
  readonly ordinal: number | null
}

/**
 * Where these images of one gallery belong, of those alone that have to move: by their names, page 2 before page 10. Where a
 * person has put them in an order, what is new comes behind. Pure.
 */
export const arranged = (images: ReadonlyArray<Arranged>, isHandSorted: boolean) => {
  const byName = (a: Arranged, b: Arranged) => naturally(a.name, b.name)
  const known = images.filter(({ ordinal }) => ordinal !== null)
  const fresh = images.filter(({ ordinal }) => ordinal === null)
  return ordinalsFor(
    isHandSorted
      ? [...known.toSorted((a, b) => a.ordinal! - b.ordinal!), ...fresh.toSorted(byName)]
      : images.toSorted(byName)
  )
}

const Version = Schema.Struct({ id: Schema.String, version: Schema.Number })

/** The versions of these streams, by id. */
export const versionsOf = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Version)(sql`
      select stream_id as id, max(version)::int as version from events
      where stream_id = any(${ids as Array<string>}::uuid[]) group by stream_id`)
    return new Map(rows.map(({ id, version }) => [id, version]))
  })
