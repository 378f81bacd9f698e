import * as Schema from "effect/Schema"

/** The document is rejected. `reason` is a message for users, `code` is for programs. */
export class XmlRefused extends Schema.TaggedError<XmlRefused>()("XmlRefused", {
  code: Schema.Literal("encoding", "malformed", "doctype", "too-large"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export const tooLarge = () => new XmlRefused({ code: "too-large", reason: "The XML document is too large." })
