import { defineMessages } from "@/lib/messages"

/** The label of the circle, apart from the texts of the selection bar, which load later. */
export const circleMessages = defineMessages("selection.circle", { select: "Select {title}" })
