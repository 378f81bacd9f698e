// Made by `npm run generate`. Do not edit.

/** Kinds of sources that identify items and entities. */
export const identifySources = [] as const
