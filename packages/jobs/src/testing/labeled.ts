import { type Fragment, unsafeFragment } from "@effect/sql/Statement"

/** The condition that a run's label contains a text of the test's own. */
export const labeled = (text: string): Fragment =>
  unsafeFragment(`strpos(lower(target_label), '${text.toLowerCase().replaceAll("'", "''")}') > 0`)
