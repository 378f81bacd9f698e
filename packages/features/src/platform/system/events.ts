import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** An administrator, who is the event's actor, accepted the gate. Its title is stored for readers of the log. */
export const GateAccepted = event("gate.accepted.v1", { gateId: Schema.String, title: Schema.String })
/** A new installation has nothing that the gate could break. */
export const GateNotNeeded = event("gate.not-needed.v1", { gateId: Schema.String })
export const GateEvent = Schema.Union(GateAccepted, GateNotNeeded)
export type GateEvent = typeof GateEvent.Type
export const gateEvents = GateEvent.members

/** The only stream, with all gates. */
export const GATES_STREAM = "00000000-0000-7000-8000-000000000002"
