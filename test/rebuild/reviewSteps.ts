import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns steps that accept or reject results for items and entities. */
export const reviewSteps = ({ appendTo, random, store, videos }: World): ReadonlyArray<Step> => {
  const source = { kind: "scraper", id: "fake", name: "Fake DB" }
  const review = (targetId: string, about: { targetKind: string; itemId: string | null }) => {
    const reviewed = { proposalId: uuidv7(), ...about, source }
    return appendTo(
      targetId,
      random.oneOf([
        { _tag: "proposal.rejected.v1", ...reviewed },
        { _tag: "proposal.accepted.v1", ...reviewed, changeId: uuidv7(), decision: { fields: ["title"] } }
      ]) as never
    )
  }
  const ofItem = () => {
    const itemId = random.oneOf(videos)
    return review(itemId, { targetKind: "video", itemId })
  }
  const ofEntity = async () => {
    const rows = await store.rows("select id, kind::text from related_entities order by id limit 20")
    if (rows.length === 0) return
    const { id, kind } = random.oneOf(rows)
    await review(String(id), { targetKind: String(kind), itemId: null })
  }
  return [ofItem, ofEntity]
}
