/**
 * Returns true if other people on the network can read the traffic. Connections to this computer itself are never
 * readable.
 */
export const isReadable = ({ hostname, protocol }: Pick<Location, "hostname" | "protocol">): boolean =>
  protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)
