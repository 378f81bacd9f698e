import { xmlLimits, type XmlLimits } from "@media/xml/XmlLimits"

/**
 * Limits on an NFO file, which is read in the event loop. The slowest files within these limits take 0.1 s of CPU time
 * (see `HostileNfo.test.ts`). A series with 1,000 actors has 6,000 elements and 200 KB.
 */
export const nfoLimits: XmlLimits = { ...xmlLimits, bytes: 1024 * 1024, elements: 10_000, parts: 20_000 }
