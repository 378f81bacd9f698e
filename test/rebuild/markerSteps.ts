import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/**
 * Returns a step that adds a marker, or changes or removes an earlier marker. The earlier marker may have been removed,
 * or may belong to another video.
 */
export const markerStep = ({ later, markers, random }: World): Step => {
  const fields = () => ({
    title: `Place ${random.below(9)}`,
    start: random.next() * 9,
    end: random.oneOf([null, 10]),
    ...(random.below(2) === 0 ? {} : { tags: [uuidv7(), uuidv7()].slice(random.below(2)) })
  })
  const add = () => {
    const markerId = uuidv7()
    markers.push(markerId)
    return later({ _tag: "marker.added.v1", markerId, ...fields() } as never)
  }
  const change = () =>
    later({ _tag: "marker.changed.v1", markerId: random.oneOf(markers), ...fields() } as never)
  const remove = () =>
    later({ _tag: "marker.removed.v1", markerId: random.oneOf(markers), title: "Place" } as never)
  return () => random.oneOf([add, change, remove])()
}
