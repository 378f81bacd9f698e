/**
 * The kind of network from which a device signed in. Pages show it in words, because most users cannot interpret an IP
 * address.
 */
export type Network = "fromHere" | "fromNetwork" | "fromInternet"

const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.")
const isPrivate = (address: string): boolean =>
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address) ||
  /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i.test(address)

export const networkOf = (ipAddress: string): { readonly network: Network; readonly address: string } => {
  const address = ipAddress.replace(/^::ffff:/i, "")
  const network = isLoopback(address) ? "fromHere" : isPrivate(address) ? "fromNetwork" : "fromInternet"
  return { network, address }
}
