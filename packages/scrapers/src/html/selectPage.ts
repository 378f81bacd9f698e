import { TooMuchWork } from "@media/kernel/CpuBudget"
import { MOST_HITS, MOST_SELECTOR_LENGTH, MOST_VALUE_LENGTH } from "../limits.ts"
import { innerText, type ViewNode } from "./ViewNode.ts"
import { xpathFunctions } from "./xpathFunctions.ts"
import { isNodeSet, parseXPath } from "./xpathLibrary.ts"
import type { Hits } from "../Hits.ts"

/** Trims text, replaces runs of spaces by one space, and removes line breaks, like the original engine. */
const tidied = (text: string): string => text.trim().replace(/ {2,}/g, " ").replaceAll("\n", "").trim()

const valueOf = (node: ViewNode): string =>
  tidied(node.nodeType === 8 ? `<!--${node.nodeValue}-->` : innerText(node)).slice(0, MOST_VALUE_LENGTH)

const refusal = (selector: string, why: string): Hits => ({
  values: [],
  problem: `The selector "${selector.slice(0, 200)}" ${why}`
})

/**
 * Returns the text of each node that an XPath expression selects. Each node occurs once, in the order of the original
 * engine.
 */
export const selectPage = (page: ViewNode, selector: string): Hits => {
  if (selector.length > MOST_SELECTOR_LENGTH) return refusal(selector, "is too long.")
  try {
    const found = parseXPath(selector).evaluate({
      node: page,
      isHtml: true,
      allowAnyNamespaceForNoPrefix: true,
      functions: xpathFunctions
    })
    if (!isNodeSet(found)) return refusal(selector, "computes a value instead of selecting elements.")
    const nodes = found.toUnsortedArray()
    const values = nodes
      .slice(0, MOST_HITS)
      .map(valueOf)
      .filter((value) => value !== "")
    return nodes.length > MOST_HITS
      ? {
          values,
          problem: `The selector "${selector.slice(0, 200)}" selects ${nodes.length} elements; only the first ${MOST_HITS} are used.`
        }
      : { values }
  } catch (error) {
    if (error instanceof TooMuchWork) throw error
    return refusal(selector, "is not an XPath expression.")
  }
}
