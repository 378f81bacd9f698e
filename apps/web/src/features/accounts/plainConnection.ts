/** Can others on the network read what is sent? Not what stays on this computer. */
export const isReadable = ({ hostname, protocol }: Pick<Location, "hostname" | "protocol">): boolean =>
  protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)
