const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" })
/**
 * Maximum length of a compared name. Longer names are truncated, so that comparing names of 65,535 digits takes no
 * noticeable time.
 */
const LONGEST = 1_024

const stepsOf = (key: string): ReadonlyArray<string> => key.slice(0, LONGEST).split(/[\\/]/)

/**
 * Compares two paths in natural order: page 2 comes before page 10. As in comic readers, the files of a folder come
 * before the contents of its subfolders.
 */
export const naturally = (a: string, b: string): number => {
  const [left, right] = [stepsOf(a), stepsOf(b)]
  for (let step = 0; ; step++) {
    const [one, other] = [left[step], right[step]]
    if (one === undefined || other === undefined) return left.length - right.length
    const isFile = step === left.length - 1
    const isOtherFile = step === right.length - 1
    if (isFile !== isOtherFile) return isFile ? -1 : 1
    const compared = order.compare(one, other)
    if (compared !== 0) return compared
    if (isFile) return one < other ? -1 : one > other ? 1 : 0
  }
}
