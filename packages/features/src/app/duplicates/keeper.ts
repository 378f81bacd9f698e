/** The values of an item that the rules compare. */
export interface Keepable {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  /** Bit rate in bits per second. */
  readonly bitRate: number | null
  /** Size in bytes. */
  readonly size: number
  readonly createdAt: string
}

export const keepRules = ["resolution", "bitRate", "size", "oldest", "newest"] as const
export type KeepRule = (typeof keepRules)[number]

const worth: Readonly<Record<KeepRule, (item: Keepable) => number>> = {
  resolution: ({ height, width }) => (width ?? 0) * (height ?? 0),
  bitRate: ({ bitRate }) => bitRate ?? 0,
  size: ({ size }) => size,
  oldest: ({ createdAt }) => -Date.parse(createdAt),
  newest: ({ createdAt }) => Date.parse(createdAt)
}

/**
 * Returns the item to keep and the rule that selected the item. Applies the rule `first`, and then resolution, bit
 * rate, size and age. If no rule distinguishes the items, keeps the item with the smallest id. Returns undefined
 * without items.
 */
export const keeperOf = <Item extends Keepable>(
  items: ReadonlyArray<Item>,
  first: KeepRule
): { readonly keep: Item; readonly because: KeepRule | null } | undefined => {
  let left = [...items].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const rule of [first, ...keepRules.filter((rule) => rule !== first)]) {
    const best = Math.max(...left.map(worth[rule]))
    const ahead = left.filter((item) => worth[rule](item) === best)
    if (ahead.length === 1 && left.length > 1) return { keep: ahead[0]!, because: rule }
    left = ahead
  }
  return left[0] === undefined ? undefined : { keep: left[0], because: null }
}
