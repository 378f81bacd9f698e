import { defineMessages } from "@/lib/messages"

/** Titles that load with every page. All other messages of this feature load later. */
export const titles = defineMessages("naming.titles", { naming: "Check file names" })
