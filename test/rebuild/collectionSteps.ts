import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

interface Made {
  readonly id: string
  readonly accountId: string
}

/** Returns steps that save collections, change their items, and remove some collections, possibly a second time. */
export const collectionSteps = ({ accounts, appendTo, random, videos }: World): ReadonlyArray<Step> => {
  const made: Array<Made> = []
  const save = ({ accountId, id }: Made) =>
    appendTo(id, {
      _tag: "collection.saved.v1",
      ...{ accountId, name: `Collection ${random.below(9)}`, description: random.oneOf([null, "About"]) },
      ...{ isShared: random.oneOf([true, false]), isNsfw: random.oneOf([true, false]) },
      rules: random.oneOf([null, { type: "condition", field: "title", operator: "contains", value: "a" }]),
      sort: random.oneOf([[], [{ field: "title", direction: "asc" }]]),
      limit: random.oneOf([null, { amount: 5, unit: "items" }]),
      ...{ coverItemId: null, picture: null }
    } as never)
  const create = () => {
    const one = { id: uuidv7(), accountId: random.oneOf(accounts) }
    made.push(one)
    return save(one)
  }
  const itemIds = () => [...new Set([random.oneOf(videos), random.oneOf(videos)])]
  const put = () => {
    const { accountId, id } = random.oneOf(made)
    return appendTo(id, {
      _tag: "collection.entries-set.v1",
      accountId,
      entries: itemIds().map((itemId) => ({
        itemId,
        membership: random.oneOf(["item", "pinned", "banned"]),
        ordinal: random.below(9_999),
        note: random.oneOf([null, "A note"])
      }))
    } as never)
  }
  const take = () => {
    const { accountId, id } = random.oneOf(made)
    return appendTo(id, { _tag: "collection.entries-removed.v1", accountId, itemIds: itemIds() } as never)
  }
  const remove = () => {
    const { accountId, id } = random.oneOf(made)
    return appendTo(id, { _tag: "collection.removed.v1", accountId } as never)
  }
  return [
    create,
    () =>
      made.length === 0 ? create() : random.oneOf([() => save(random.oneOf(made)), put, put, take, remove])()
  ]
}
