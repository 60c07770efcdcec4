/** Kinds of faults in the chain of the audit trail. */
const chainFaults = {
  missing: '记录不连续：此处之前有记录被删除',
  broken: '与上一条记录的散列值不衔接，可能被调换或改写',
  deleted: '对应的审计日志已被删除',
  altered: '对应的审计日志在写入之后被改动',
  unlinked: '审计日志不在链中：绕过系统写入，或链中的记录被删除',
  cut: '末尾记录缺失：最后一条应有的记录不存在',
  beyond: '末尾记录之后还有多余的记录',
  headless: '末尾记录已被删除',
} as const;

export type ChainFault = keyof typeof chainFaults;

export interface BrokenPlace {
  readonly fault: ChainFault;
  /** Number of the link; null for a fault without a link, and in the report for an organization. */
  readonly seq: number | null;
  /**
   * Number of the audit line; null for a fault without a line. The report for an organization names only its own lines.
   */
  readonly auditId: number | null;
}

/** Place where the time of the trail goes back: the clock was ahead until there, and was then corrected. */
export interface ClockStep {
  /** Number of the link after the correction; null in the report for an organization. */
  readonly seq: number | null;
  readonly auditId: number;
  /** Time of the last line before the correction, `yyyy-MM-dd HH:mm:ss`. */
  readonly before: string;
  /** Time of the first line after it. */
  readonly after: string;
}

/** A link of the chain, to be noted outside the database. */
export interface ChainEnd {
  /**
   * Number of the link; null where an organization sees it. All organizations share the chain, so two numbers would
   * tell how many lines the others wrote meanwhile. The hash alone identifies the link.
   */
  readonly seq: number | null;
  readonly hash: string;
}

/** Formats a link as `verify-audit` reads it: `1234:hash`, or the hash alone. */
export const chainEndText = ({ seq, hash }: ChainEnd): string => (seq === null ? hash : `${seq}:${hash}`);

/** Result of verifying the audit trail. */
export interface ChainReport {
  /** Number of recomputed links; in the report for an organization the number of its own lines. */
  readonly count: number;
  /** Last link at the start of the verification; null for an empty trail. */
  readonly last: ChainEnd | null;
  /** The first broken places, in order; empty for an intact trail. */
  readonly broken: readonly BrokenPlace[];
  /** Corrections of a clock that was ahead; they are no fault of the trail. */
  readonly clockSteps?: readonly ClockStep[];
  /**
   * The report is for an organization: it omits the lines of other organizations, although the whole chain was
   * recomputed.
   */
  readonly own?: true;
}

export const chainTexts = {
  usage:
    '用法：npm run verify-audit，核对整条审计链；npm run verify-audit -- 1234:散列值（或只写散列值），并与以前记下的最新散列值核对',
  verify: '校验',
  whole: (count: number): string => `审计日志完整：${count}条记录逐条校验通过`,
  wholeOwn: (count: number): string => `审计日志完整：本机构的${count}条日志逐条校验通过`,
  empty: '还没有审计日志',
  brokenAt: (count: number): string =>
    `审计日志校验未通过：发现${count}处异常，请立即保全数据库与备份，并报告质量负责人`,
  last: '最新散列值',
  keep: '请将最新散列值抄录或打印保存；日后可据此证明此前的日志未被整体改写',
  failed: '校验没有完成，请稍后重试',
  exported: (count: number): string => `导出${count}条审计日志`,
  /** Last line of an exported trail. */
  seal: ({
    count,
    sha256,
    end,
    by,
    at,
  }: {
    count: number;
    sha256: string;
    end: ChainEnd | null;
    by: string;
    at: string;
  }): string =>
    `共${count}条；${by}于${at}导出；内容摘要（SHA-256，已记入审计日志）：${sha256}；审计链最新散列值：${end ? chainEndText(end) : '无'}`,
} as const;

/** Formats a correction of the clock in one line, for the screen and the command. */
export const clockStepText = ({ seq, auditId, before, after }: ClockStep): string =>
  `${seq === null ? '' : `链中第${seq}条，`}日志编号${auditId}：时间由 ${before} 退回到 ${after}，此前服务器时间被调快，先后以链中的顺序为准`;

/** Formats a broken place in one line, for the screen and the command. */
export function placeText({ fault, seq, auditId }: BrokenPlace): string {
  const position = [
    ...(seq === null ? [] : [`链中第${seq}条`]),
    ...(auditId === null ? [] : [`日志编号${auditId}`]),
  ].join('，');
  return `${position}${position ? '：' : ''}${chainFaults[fault]}`;
}
