import { defineMessages } from "@/lib/messages"

/** The label of the circle. It is separate from the messages of the selection bar, which load later. */
export const circleMessages = defineMessages("selection.circle", { select: "Select {title}" })
