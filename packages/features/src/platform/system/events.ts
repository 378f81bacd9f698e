import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** An administrator, who is the actor of the event, accepted the gate. The title makes the log readable. */
export const GateAccepted = event("gate.accepted.v1", { gateId: Schema.String, title: Schema.String })
/**
 * The gate was opened without an administrator, because a new installation has no data that the release could break.
 */
export const GateNotNeeded = event("gate.not-needed.v1", { gateId: Schema.String })
export const GateEvent = Schema.Union(GateAccepted, GateNotNeeded)
export type GateEvent = typeof GateEvent.Type
export const gateEvents = GateEvent.members

/** The id of the single stream of gates, which contains the events of all gates. */
export const GATES_STREAM = "00000000-0000-7000-8000-000000000002"
