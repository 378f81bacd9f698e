/**
 * Returns true if other people on the network can read the traffic. Returns false for connections within this computer.
 */
export const isReadable = ({ hostname, protocol }: Pick<Location, "hostname" | "protocol">): boolean =>
  protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)
