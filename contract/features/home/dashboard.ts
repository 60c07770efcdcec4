import type { Stage } from '@contract/features/projects/projectMachine';

/** A project on the home page, with what its page needs (SPEC §2, the twelve query fields). */
export interface DashboardProject {
  readonly id: number;
  readonly code: string;
  readonly projectName: string;
  readonly belongInspect: number;
  readonly belongInspectName: string;
  readonly iuiCode: string | null;
  readonly type: string;
  readonly typeName: string | null;
  readonly stage: Stage;
  readonly leaderName: string | null;
  /** `YYYY-MM-DD` */
  readonly dueOn: string | null;
  /** Whole days in this stage. */
  readonly days: number;
  readonly jcbgFlag: boolean;
  /** What a client brought: it has a page of its own. */
  readonly incoming: boolean;
  readonly createYear: number | null;
  readonly organizationId: number | null;
  readonly typeGl: string | null;
  readonly projectIdGl: number | null;
}

/** A project with who has to do with it now, by name. */
export interface HeldProject extends DashboardProject {
  readonly holders: readonly string[];
}

export interface Todo {
  readonly project: DashboardProject;
  /** What is to be done, e.g. 审核方案. */
  readonly label: string;
  /** Where it is done, if not on the page of the project's stage. */
  readonly at?: 'records' | 'archive' | 'publish';
  /** The address of a page that is no page of the project. */
  readonly path?: string;
}

/** An approval that the person may pass on: in their own name or, by a delegation, in somebody's. */
export interface WaitingApproval {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly incoming: boolean;
  readonly project: number;
  readonly unitName: string;
  readonly state: string;
  /** The step that it waits for, e.g. 二审. */
  readonly label: string;
  /** Whole days at this step. */
  readonly days: number;
  /** In whose place; null where in one's own name. */
  readonly onBehalf: string | null;
}

/** A check from outside that waits for the person: to be done, answered, or looked at again. */
export interface WaitingCheck {
  readonly id: number;
  readonly taskNo: string;
  readonly projectCode: string;
  readonly unitName: string;
  /** What is to be done, e.g. 答复检查发现. */
  readonly label: string;
  /** `YYYY-MM-DD` */
  readonly dueOn: string;
  /** Whole days in this state. */
  readonly days: number;
}

export interface Dashboard {
  /** What waits for the person, what is due first first; at most 50. */
  readonly todos: readonly Todo[];
  readonly todoCount: number;
  /** Those that have waited longest first; at most 20. */
  readonly approvals: readonly WaitingApproval[];
  readonly approvalCount: number;
  /** What is due first first; at most 50. */
  readonly checks: readonly WaitingCheck[];
  /** How many living projects stand in each stage. */
  readonly stages: readonly { readonly stage: Stage; readonly count: number }[];
  readonly overdue: readonly HeldProject[];
  readonly overdueCount: number;
  /** Due within seven days, today among them. */
  readonly dueSoon: readonly HeldProject[];
  readonly dueSoonCount: number;
  /** Open projects that have stood in their stage longest, longest first; at most eight. */
  readonly longest: readonly HeldProject[];
  readonly openCount: number;
  /** Tests of received samples that are not yet done, by method; most first. */
  readonly samples: readonly {
    readonly method: number | null;
    readonly title: string;
    readonly waiting: number;
    readonly testing: number;
    readonly overdue: number;
  }[];
  /** Instruments whose calibration has run out or does so within thirty days. */
  readonly equipment: readonly {
    readonly id: number;
    readonly eqpNo: string;
    readonly eqpName: string;
    readonly calibrationDue: string;
    readonly late: boolean;
  }[];
  /** Nonconformities that nobody has closed yet, the oldest first; at most eight. */
  readonly nonconformities: readonly {
    readonly id: number;
    readonly nonconformityNo: string;
    readonly description: string;
    readonly filedOn: string;
  }[];
  readonly nonconformityCount: number;
}
