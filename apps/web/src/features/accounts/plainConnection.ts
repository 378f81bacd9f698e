/** True if others on the network can read the traffic. Traffic within this computer does not count. */
export const isReadable = ({ hostname, protocol }: Pick<Location, "hostname" | "protocol">): boolean =>
  protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)
