import { defineMessages } from "@/lib/messages"

/** The label of the circle. The messages for the selection bar are in a separate file, because they load later. */
export const circleMessages = defineMessages("selection.circle", { select: "Select {title}" })
