import { compileGo } from "../go/regex.ts"
import type { XPathFunction, XPathValue } from "xpath"
import { inDocumentOrder, isNodeSet } from "./xpathLibrary.ts"
import type { ViewNode } from "./ViewNode.ts"

const text = (value: XPathValue | undefined): string => value?.stringValue() ?? ""

const nodesOf = (value: XPathValue | undefined): ReadonlyArray<ViewNode> =>
  value !== undefined && isNodeSet(value) ? inDocumentOrder(value.toUnsortedArray()) : []

/** Functions beyond XPath 1.0 that the original engine of the scrapers supports. */
export const xpathFunctions: Readonly<Record<string, XPathFunction>> = {
  matches: (_context, value, pattern) => compileGo(text(pattern))?.matcher(text(value)).find() ?? false,
  replace: (_context, value, from, to) => text(value).replaceAll(text(from), () => text(to)),
  "ends-with": (_context, value, end) => text(value).endsWith(text(end)),
  "lower-case": (_context, value) => text(value).toLowerCase(),
  "upper-case": (_context, value) => text(value).toUpperCase(),
  "string-join": (_context, values, separator) =>
    values !== undefined && isNodeSet(values)
      ? nodesOf(values)
          .map((node) => values.stringForNode(node))
          .join(text(separator))
      : text(values),
  reverse: (_context, values) => nodesOf(values).toReversed()
}
