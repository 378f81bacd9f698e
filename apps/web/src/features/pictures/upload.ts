import { request } from "@media/web-client/request"
import { apiContext } from "@/api"

/** Allows for a large picture over a slow connection. */
const UPLOAD_MS = 120_000

/** Uploads a picture as the form field `file`, and returns the response of the route. */
export const uploadPicture = (path: string, file: File): Promise<unknown> => {
  const body = new FormData()
  body.set("file", file)
  return request(apiContext, "POST", path, { body, timeoutMs: UPLOAD_MS })
}
