import type { ProjectPhase } from './projectPhases';

// Data for an enterprise user, selected field by field. They exclude remarks and the names of analysts.

export interface EnterpriseProject {
  readonly id: number;
  readonly code: string;
  readonly projectName: string;
  readonly unit: number;
  readonly unitName: string;
  readonly typeName: string | null;
  readonly incoming: boolean;
  readonly dueOn: string | null;
  /** Whether the project was terminated without a report. */
  readonly ended: boolean;
  readonly phases: readonly ProjectPhase[];
  /** Number of reports that the enterprise may read. */
  readonly reports: number;
  /** Number of requests of the organization that the client has not answered. */
  readonly awaited: number;
}

export interface EnterpriseReport {
  readonly id: number;
  readonly reportNo: string;
  readonly title: string;
  readonly issuedOn: string | null;
  readonly standing: 'valid' | 'replaced' | 'voided' | 'altered';
  /** Number of the report that replaces this one. */
  readonly replacedBy: string | null;
}

export interface EnterpriseProjectView extends EnterpriseProject {
  readonly facts: {
    readonly unitName: string;
    readonly iuiCode: string | null;
    readonly workAddress: string | null;
    readonly workerCount: number | null;
    readonly exposedCount: number | null;
    readonly workScope: string | null;
  };
  readonly agency: { readonly name: string; readonly phone: string | null } | null;
  readonly finished: readonly EnterpriseReport[];
}

export const enterpriseTexts = {
  notFound: '项目不存在或不属于您的单位',
  reportNotFound: '报告不存在、尚未签发或已作废',
  replaced: '已被替换',
  voided: '已作废',
  valid: '有效',
  /** The content differs from the signed content. */
  altered: '签名无效，请联系检测机构核实',
  ended: '已终止',
  awaited: (count: number): string => `${count}项待您答复`,
  noReports: '报告签发后会出现在这里，可在线查看或下载PDF。',
  nothing: '还没有项目。检测机构受理您单位的项目后，会出现在这里。',
} as const;

/** Returns the phase that a project has reached, with the day of its beginning. */
export function progressText(phases: readonly ProjectPhase[]): string {
  const phase = phases.findLast(({ state }) => state !== 'ahead');
  if (!phase) return '';
  return [phase.label, phase.state === 'ended' ? enterpriseTexts.ended : phase.on].filter(Boolean).join(' ');
}

export const projectFilters = ['all', 'underway', 'reported'] as const;
export type EnterpriseProjectFilter = (typeof projectFilters)[number];
