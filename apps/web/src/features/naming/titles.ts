import { defineMessages } from "@/lib/messages"

/** Loaded with every page. */
export const titles = defineMessages("naming.titles", { naming: "Check file names" })
