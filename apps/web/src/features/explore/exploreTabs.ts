/** The route names of the tabs in Explore, in order. */
export const exploreTabs = ["people", "studios", "tags", "markers", "transcripts"] as const
