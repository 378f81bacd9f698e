// Made by `npm run generate`. Do not edit.
import { scraperSource } from "../metadata/scrapers/identify.ts"

/** Kinds of sources that identify items and entities. */
export const identifySources = [
  scraperSource
] as const
