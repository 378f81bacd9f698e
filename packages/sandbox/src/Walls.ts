import type { Machine } from "./Machine.ts"
import { quoted } from "./Shell.ts"

export interface Bind {
  readonly from: string
  readonly to: string
  readonly isFolder: boolean
  /**
   * True to copy the file with readable modes instead of mounting it. Needed for private files of root if the program
   * does not run as root.
   */
  readonly isCopied?: boolean
}

export interface Walls {
  /** Absolute path of an empty folder outside the sandbox, where the root of the sandbox is mounted. */
  readonly root: string
  readonly binds: ReadonlyArray<Bind>
  /** Folders inside mounts that the sandbox hides by mounting empty folders over them. */
  readonly hidden: ReadonlyArray<string>
  readonly temporaryBytes: number
  /** True if the script runs as root without a new user namespace. */
  readonly isPrivileged: boolean
}

const DEVICES = ["null", "zero", "full", "random", "urandom"]

/**
 * Returns the script that builds the root folder of the sandbox in memory and enters it. The script is the first
 * process of its namespaces. The root folder contains the system's programs and the package read-only, a temporary
 * folder, five devices and a list of the sandbox's own processes. Nothing else on this machine is visible. Every line
 * of the script must succeed.
 */
export const wallsScript = (
  { links }: Machine,
  { binds, hidden, isPrivileged, root, temporaryBytes }: Walls
): string => {
  const at = (path: string) => quoted(`.${path}`)
  const bind = ({ from, isCopied, isFolder, to }: Bind) => {
    const parent = to.slice(0, to.lastIndexOf("/"))
    const make = isFolder ? `mkdir -p ${at(to)}` : `mkdir -p ${at(parent)}; : > ${at(to)}`
    if (isCopied === true) return `${make}; cp -R ${quoted(`${from}/.`)} ${at(to)}; chmod -R a+rX ${at(to)}`
    return `${make}; mount --rbind ${quoted(from)} ${at(to)}`
  }
  return `set -eu
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin
    umask 022
    ${
      // Forbids further user namespaces, but only inside a new user namespace. Elsewhere, this setting would affect the whole machine.
      isPrivileged ? "" : `{ echo 0 > /proc/sys/user/max_user_namespaces; } 2>/dev/null || :`
    }
    hostname sandbox 2>/dev/null || :
    mount -t tmpfs -o size=256m,nr_inodes=16k,mode=755,nosuid,nodev sandbox ${quoted(root)}
    cd ${quoted(root)}
    mkdir dev proc tmp etc run .sys .old
    # First, so that it does not hide folders of a server that keeps its media below /tmp.
    mount -t tmpfs -o size=${temporaryBytes},nr_inodes=16k,mode=1777,nosuid,nodev tmp tmp
    ${links.map((link) => `ln -s ${quoted(link.to)} ${at(link.at)}`).join("\n")}
    ${binds.map(bind).join("\n")}
    ${hidden.map((path) => `mount -t tmpfs -o ro,size=4k,nosuid,nodev hidden ${at(path)}`).join("\n")}
    for name in ${DEVICES.join(" ")}; do : > dev/$name; mount --bind /dev/$name dev/$name; done
    ln -s /proc/self/fd dev/fd
    ln -s /tmp dev/shm
    while read -r _ _ _ _ point options _; do
      case "$point" in
        ${quoted(root)}/dev/*|${quoted(root)}/tmp) ;;
        ${quoted(root)}/*) mount -o "remount,bind,ro,nosuid,nodev\${options#r?}" "$point" ;;
      esac
    done < /proc/self/mountinfo
    mount -t proc -o ro,nosuid,nodev,noexec proc proc 2>/dev/null || :
    ( mount -t sysfs sysfs .sys && echo 0x9 > .sys/class/net/lo/flags && umount .sys ) 2>/dev/null ||
      ip link set lo up 2>/dev/null ||
      perl -e 'socket(S, 2, 2, 0) && ioctl(S, 0x8914, pack("a16s x22", "lo", 9)) or die "lo: $!\\n"'
    rmdir .sys 2>/dev/null || { umount .sys; rmdir .sys; }
    pivot_root . .old
    cd /
    umount -l /.old
    rmdir /.old
    mount -n -o remount,bind,ro,nosuid,nodev none /`
}
