import { type Fragment, unsafeFragment } from "@effect/sql/Statement"

/** Returns a condition that matches runs whose label contains the text. Case is ignored. */
export const labeled = (text: string): Fragment =>
  unsafeFragment(`strpos(lower(target_label), '${text.toLowerCase().replaceAll("'", "''")}') > 0`)
