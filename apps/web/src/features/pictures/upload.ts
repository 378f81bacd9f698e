import { request } from "@media/web-client/request"
import { apiContext } from "@/api"

/** A large picture over a slow line. */
const UPLOAD_MS = 120_000

/** Sends a picture as the field `file` of a form. The answer is that of the route. */
export const uploadPicture = (path: string, file: File): Promise<unknown> => {
  const body = new FormData()
  body.set("file", file)
  return request(apiContext, "POST", path, { body, timeoutMs: UPLOAD_MS })
}
