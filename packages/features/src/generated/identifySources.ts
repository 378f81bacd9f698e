// Made by `npm run generate`. Do not edit.
import { scraperSource } from "../metadata/scrapers/identify.ts"
import { stashboxSource } from "../metadata/stashbox/source.ts"

/** Kinds of sources that identify items and entities. */
export const identifySources = [
  scraperSource,
  stashboxSource
] as const
