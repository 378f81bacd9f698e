import { wholeBaseOf } from "@media/http/request/OwnAddress"
import type { FailureBody } from "@media/http/RawRoute"
import type { IncomingMessage } from "node:http"
import { addressIn, CATALOG_2 } from "../opds/addresses.ts"
import { types } from "./mediaTypes.ts"

const AUTHENTICATION_REL = "http://opds-spec.org/auth/document"

/** Returns a full URL, because the id of the authentication document must be one. */
const addressOf = (request: IncomingMessage, path: string): string =>
  `${wholeBaseOf(request)}${addressIn(CATALOG_2, path)}`

/** Returns the document that explains to clients how to sign in (Authentication for OPDS 1.0). */
export const authenticationDocument = (request: IncomingMessage) => ({
  id: addressOf(request, "/auth"),
  title: "Media Library",
  description:
    "Sign in with your username and password. Instead of the password, you can use a key from your account page.",
  links: [{ rel: "start", href: addressOf(request, ""), type: types.feed }],
  authentication: [
    {
      type: "http://opds-spec.org/auth/basic",
      labels: { login: "Username", password: "Password or key" }
    }
  ]
})

/** Formats a failed sign-in as the authentication document, and other failures as problem documents (RFC 7807). */
export const failureBody: FailureBody = ({ message, status }, request) =>
  status === 401
    ? { type: types.authentication, text: JSON.stringify(authenticationDocument(request)) }
    : {
        type: "application/problem+json",
        text: JSON.stringify({ type: "about:blank", title: message, status })
      }

export const authenticationLink = (request: IncomingMessage): string =>
  `<${addressOf(request, "/auth")}>; rel="${AUTHENTICATION_REL}"; type="${types.authentication}"`
