import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns steps that save a view, change an earlier view, or remove a view, possibly a second time. */
export const viewSteps = ({ accounts, appendTo, random }: World): ReadonlyArray<Step> => {
  const made: Array<{ readonly stream: string; readonly viewId: string; readonly accountId: string }> = []
  const save = (view: (typeof made)[number]) =>
    appendTo(view.stream, {
      _tag: "view.saved.v1",
      ...{ viewId: view.viewId, accountId: view.accountId, name: `View ${random.below(9)}`, page: "videos" },
      ...{
        text: "duration>1h",
        columns: random.oneOf([null, ["title", "size"]]),
        layout: null,
        sort: "title"
      },
      ...{ isPinned: random.oneOf([true, false]), isShared: random.oneOf([true, false]) }
    } as never)
  const create = () => {
    const view = { stream: uuidv7(), viewId: uuidv7(), accountId: random.oneOf(accounts) }
    made.push(view)
    return save(view)
  }
  const remove = () => {
    const { accountId, stream, viewId } = random.oneOf(made)
    return appendTo(stream, { _tag: "view.removed.v1", viewId, accountId } as never)
  }
  return [
    create,
    () => (made.length === 0 ? create() : random.oneOf([() => save(random.oneOf(made)), remove])())
  ]
}
