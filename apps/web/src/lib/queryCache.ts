import type { useQueryCache } from "@pinia/colada"

export type QueryCache = ReturnType<typeof useQueryCache>
