import { type Fragment, unsafeFragment } from "@effect/sql/Statement"

/** The condition that a run's label contains a test's own text. */
export const labeled = (text: string): Fragment =>
  unsafeFragment(`strpos(lower(target_label), '${text.toLowerCase().replaceAll("'", "''")}') > 0`)
