import { namedUuid } from "@media/kernel/NamedUuid"

/** Returns the id of a series. The id depends only on the name. */
export const seriesIdOf = (name: string): string => namedUuid("series", name)
