/** The routes of the tabs of Explore, in their order. */
export const exploreTabs = ["people", "studios", "tags", "markers", "transcripts"] as const
