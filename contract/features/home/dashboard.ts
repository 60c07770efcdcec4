import type { Stage } from '@contract/features/projects/projectMachine';
import type { ReturnedFact } from '@contract/workflow/returned';

/** A project on the home page, with the fields its page needs (SPEC §2, the twelve query fields). */
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
  /** Full days in this stage. */
  readonly days: number;
  readonly jcbgFlag: boolean;
  /** Incoming samples; such a project has a page of its own. */
  readonly incoming: boolean;
  readonly createYear: number | null;
  readonly organizationId: number | null;
  readonly typeGl: string | null;
  readonly projectIdGl: number | null;
}

/** A project with the names of the people who have to act now. */
export interface HeldProject extends DashboardProject {
  readonly holders: readonly string[];
}

export interface Todo {
  readonly project: DashboardProject;
  /** The task, e.g. 审核方案. */
  readonly label: string;
  /** Place of the work, if it is not the page of the project's stage. */
  readonly at?: 'records' | 'archive' | 'publish';
  /** Address, for a page that is not one of the project's. */
  readonly path?: string;
  /** Person, time and reason of a return; absent unless the work was sent back. */
  readonly returned?: ReturnedFact | undefined;
}

/** An approval that the person may pass: in their own name or by delegation. */
export interface WaitingApproval {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly incoming: boolean;
  readonly project: number;
  readonly unitName: string;
  readonly state: string;
  /** The awaited step, e.g. 二审. */
  readonly label: string;
  /** Full days in this step. */
  readonly days: number;
  /** Name of the person on whose behalf; null for one's own. */
  readonly onBehalf: string | null;
  readonly returned?: ReturnedFact | undefined;
}

/** Answer of `GET api/dashboard/todos/:id`: what the person can do next in one project. */
export interface OwnSteps {
  readonly todos: readonly Todo[];
  readonly approvals: readonly WaitingApproval[];
}

/** An external check that waits for the person: to be done, answered or reviewed. */
export interface WaitingCheck {
  readonly id: number;
  readonly taskNo: string;
  readonly projectCode: string;
  readonly unitName: string;
  /** The task, e.g. 答复检查发现. */
  readonly label: string;
  /** `YYYY-MM-DD` */
  readonly dueOn: string;
  /** Full days in this state. */
  readonly days: number;
  readonly returned?: ReturnedFact | undefined;
}

/** Work of no stage of a project that came back to the person. */
export interface ReturnedThing {
  readonly entity: string;
  readonly id: number;
  /** Kind and number, e.g. 不符合项BF2026-0001. */
  readonly title: string;
  /** Address of the page where it is mended. */
  readonly path: string;
  readonly returned: ReturnedFact;
}

export interface Dashboard {
  /** Tasks of the person, by due date; at most 50. */
  readonly todos: readonly Todo[];
  readonly todoCount: number;
  /** Longest waiting first; at most 20. */
  readonly approvals: readonly WaitingApproval[];
  readonly approvalCount: number;
  /** By due date; at most 50. */
  readonly checks: readonly WaitingCheck[];
  /** What came back to the person beside the to-dos; absent in answers of an earlier version. */
  readonly returned?: readonly ReturnedThing[];
  /** Number of active projects in each stage. */
  readonly stages: readonly { readonly stage: Stage; readonly count: number }[];
  readonly overdue: readonly HeldProject[];
  readonly overdueCount: number;
  /** Due within seven days, today included. */
  readonly dueSoon: readonly HeldProject[];
  readonly dueSoonCount: number;
  /** Open projects that have been in their stage longest, longest first; at most eight. */
  readonly longest: readonly HeldProject[];
  readonly openCount: number;
  /** Unfinished tests of received samples by method; most first. */
  readonly samples: readonly {
    readonly method: number | null;
    readonly title: string;
    readonly waiting: number;
    readonly testing: number;
    readonly overdue: number;
  }[];
  /** Instruments whose calibration has ended or ends within thirty days. */
  readonly equipment: readonly {
    readonly id: number;
    readonly eqpNo: string;
    readonly eqpName: string;
    readonly calibrationDue: string;
    readonly late: boolean;
  }[];
  /** Open nonconformities, oldest first; at most eight. */
  readonly nonconformities: readonly {
    readonly id: number;
    readonly nonconformityNo: string;
    readonly description: string;
    readonly filedOn: string;
  }[];
  readonly nonconformityCount: number;
}
