/**
 * System calls that programs do not need and that have been used to escape from sandboxes. Each has two numbers, [x64,
 * arm64]. -1 means that the architecture does not have the call. From 424 on, the numbers are the same on all
 * architectures.
 */
const REFUSED: Readonly<Record<string, readonly [number, number]>> = {
  ptrace: [101, 117],
  syslog: [103, 116],
  uselib: [134, -1],
  ustat: [136, -1],
  sysfs: [139, -1],
  vhangup: [153, 58],
  pivot_root: [155, 41],
  adjtimex: [159, 171],
  chroot: [161, 51],
  acct: [163, 89],
  settimeofday: [164, 170],
  mount: [165, 40],
  umount2: [166, 39],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, -1],
  ioperm: [173, -1],
  init_module: [175, 105],
  delete_module: [176, 106],
  quotactl: [179, 60],
  lookup_dcookie: [212, 18],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  kexec_load: [246, 104],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  migrate_pages: [256, 238],
  unshare: [272, 97],
  move_pages: [279, 239],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  setns: [308, 268],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  finit_module: [313, 273],
  kexec_file_load: [320, 294],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  pidfd_getfd: [438, 438],
  mount_setattr: [442, 442]
}

interface Architecture {
  readonly audit: number
  readonly column: 0 | 1
  readonly clone: number
  readonly socket: number
  readonly ioctl: number
  readonly prctl: number
}

const ARCHITECTURES: Readonly<Partial<Record<string, Architecture>>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, socket: 41, ioctl: 16, prctl: 157 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, socket: 198, ioctl: 29, prctl: 167 }
}

export const architecture: Architecture | undefined = ARCHITECTURES[process.arch]

const CLONE3 = 435
/** All CLONE_NEW... flags. In a new namespace, a program has capabilities, which expose much more of the kernel. */
const NEW_NAMESPACE = 0x7e020080
const TIOCSTI = 0x5412
const TIOCLINUX = 0x541c
/**
 * Allowed socket families: Unix, IPv4, IPv6, and netlink, which `getifaddrs` needs. Other families, such as vsock, are
 * not confined by a network namespace.
 */
const SOCKETS = [1, 2, 10, 16]

const [ALLOW, KILL] = [0x7fff0000, 0x80000000]
const [EPERM, ENOSYS] = [0x00050001, 0x00050026]
const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06]
const [NUMBER, AUDIT, FIRST, SECOND] = [0, 4, 16, 24]

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number]
const load = (offset: number): Step => [LOAD, 0, 0, offset]
const answer = (value: number): Step => [RETURN, 0, 0, value]
/**
 * Returns steps that end the filter with `result` if the loaded number matches. Otherwise the filter continues with the
 * next step.
 */
const when = (code: number, value: number, result: number): ReadonlyArray<Step> => [
  [code, 0, 1, value],
  answer(result)
]

/** Returns steps that run `body` only for the system call with this number. Each body must end with a result. */
const forCall = (number: number, body: ReadonlyArray<Step>): ReadonlyArray<Step> => [
  [EQUAL, 0, body.length, number],
  ...body
]

/** Returns the filter in the kernel's format, with eight bytes per step. */
export const seccompFilter = (arch: Architecture): Buffer => {
  const steps: ReadonlyArray<Step> = [
    load(AUDIT),
    [EQUAL, 1, 0, arch.audit],
    // System calls of other architectures, such as 32-bit x86, have different numbers, so the filter kills the process.
    answer(KILL),
    load(NUMBER),
    // System calls of the x32 ABI report the architecture x64, but have different numbers, from 0x40000000.
    ...(arch.column === 0 ? when(AT_LEAST, 0x40000000, ENOSYS) : []),
    ...Object.values(REFUSED)
      .map((numbers) => numbers[arch.column])
      .filter((number) => number >= 0)
      .flatMap((number) => when(EQUAL, number, EPERM)),
    // The flags of clone3 are in memory, which a filter cannot read. C libraries fall back to `clone`.
    ...when(EQUAL, CLONE3, ENOSYS),
    ...forCall(arch.clone, [load(FIRST), ...when(ANY_BIT, NEW_NAMESPACE, EPERM), answer(ALLOW)]),
    ...forCall(arch.socket, [
      load(FIRST),
      ...SOCKETS.flatMap((family) => when(EQUAL, family, ALLOW)),
      answer(EPERM)
    ]),
    ...forCall(arch.ioctl, [
      load(SECOND),
      ...when(EQUAL, TIOCSTI, EPERM),
      ...when(EQUAL, TIOCLINUX, EPERM),
      answer(ALLOW)
    ]),
    answer(ALLOW)
  ]
  const bytes = Buffer.alloc(steps.length * 8)
  steps.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  })
  return bytes
}

/**
 * Returns a command prefix that installs the filter and executes the rest of the command. It uses Perl, which is part
 * of every Debian and Ubuntu and can make system calls.
 */
export const seccompWords = (perl: string, arch: Architecture): ReadonlyArray<string> => [
  perl,
  "-e",
  // The numbers are PR_SET_SECCOMP and SECCOMP_MODE_FILTER, and `$p` is a struct sock_fprog. If the filter cannot be
  // installed, the program must not start.
  `my $f = pack("H*", shift); my $p = pack("S x![P] P", length($f) / 8, $f);` +
    ` syscall(${arch.prctl}, 22, 2, $p, 0, 0) == 0 or die "seccomp: $!\\n";` +
    ` exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";`,
  seccompFilter(arch).toString("hex")
]
