import type { Stage } from '@contract/features/projects/projectMachine';
import type { ReturnDetails } from '@contract/workflow/returnedWork';

/** A project on the home page, with the fields that the page needs (SPEC §2, the twelve query fields). */
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
  /** Number of full days in this stage. */
  readonly days: number;
  /** Whether a test report is issued. SPEC fixes the name: `jcbg` are the pinyin initials of 检测报告. */
  readonly jcbgFlag: boolean;
  /** The project has incoming samples; such projects have a separate page. */
  readonly incoming: boolean;
  readonly createYear: number | null;
  readonly organizationId: number | null;
  /** Type of the related project (关联项目). SPEC fixes the names with `Gl`. */
  readonly typeGl: string | null;
  /** Id of the related project. */
  readonly projectIdGl: number | null;
}

/** A project with the names of the people who have to act next. */
export interface HeldProject extends DashboardProject {
  readonly holders: readonly string[];
}

export interface Todo {
  readonly project: DashboardProject;
  /** The task, e.g. 审核方案. */
  readonly label: string;
  /** Place of the work, if it is not the page of the project's stage. */
  readonly at?: 'records' | 'archive' | 'publish';
  /** Address of a page outside the project's pages. */
  readonly path?: string;
  /** Permission of the signature that the task asks for, e.g. `record:review`; absent where it asks for none. */
  readonly signs?: string;
  /** Person, time and reason of a return; absent unless the work was sent back. */
  readonly returned?: ReturnDetails | undefined;
}

/** An approval that the person may give, in their own name or by delegation. */
export interface WaitingApproval {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly incoming: boolean;
  readonly project: number;
  readonly unitName: string;
  readonly state: string;
  /** Step that awaits the approval, e.g. 二审. */
  readonly label: string;
  /** Number of full days in this step. */
  readonly days: number;
  /** Name of the person who delegated the approval; null for an approval in one's own name. */
  readonly onBehalf: string | null;
  readonly returned?: ReturnDetails | undefined;
}

/** Answer of `GET api/dashboard/todos/:id`: the next steps of the person in one project. */
export interface OwnSteps {
  readonly todos: readonly Todo[];
  readonly approvals: readonly WaitingApproval[];
}

/** An external check that the person has to perform, answer or review. */
export interface WaitingCheck {
  readonly id: number;
  readonly taskNo: string;
  readonly projectCode: string;
  readonly unitName: string;
  /** The task, e.g. 答复检查发现. */
  readonly label: string;
  /** `YYYY-MM-DD` */
  readonly dueOn: string;
  /** Number of full days in this state. */
  readonly days: number;
  readonly returned?: ReturnDetails | undefined;
}

/** Returned work of the person that belongs to no stage of a project. */
export interface ReturnedTodo {
  readonly entity: string;
  readonly id: number;
  /** Kind and number, e.g. 不符合项BF2026-0001. */
  readonly title: string;
  /** Address of the page where the work is corrected. */
  readonly path: string;
  readonly returned: ReturnDetails;
}

/** Work outside the stages of projects that waits for the person: a form, a nonconformity, a planned item, a run. */
export interface WaitingWork {
  readonly entity: string;
  readonly id: number;
  /** Kind and number, e.g. 分析批FX-2026-0001. */
  readonly title: string;
  /** The task, e.g. 第二人签字. */
  readonly label: string;
  /** Address of the page where it is done. */
  readonly path: string;
  /** `YYYY-MM-DD`; null where no day is set. */
  readonly dueOn: string | null;
}

export interface Dashboard {
  /** Tasks of the person, by due date; at most 50. */
  readonly todos: readonly Todo[];
  readonly todoCount: number;
  /** Approvals that wait longest first; at most 20. */
  readonly approvals: readonly WaitingApproval[];
  readonly approvalCount: number;
  /** Checks by due date; at most 50. */
  readonly checks: readonly WaitingCheck[];
  /** Returned work besides the tasks; absent in answers of an earlier version. */
  readonly returned?: readonly ReturnedTodo[];
  /** Work outside the stages of projects, earliest due first; at most 20. Absent in answers of an earlier version. */
  readonly works?: readonly WaitingWork[];
  readonly workCount?: number;
  /** Number of active projects in each stage. */
  readonly stages: readonly { readonly stage: Stage; readonly count: number }[];
  readonly overdue: readonly HeldProject[];
  readonly overdueCount: number;
  /** Projects due within seven days, today included. */
  readonly dueSoon: readonly HeldProject[];
  readonly dueSoonCount: number;
  /** Open projects that have been in their stage longest, longest first; at most eight. */
  readonly longest: readonly HeldProject[];
  readonly openCount: number;
  /** Unfinished tests of received samples by method, largest number first. */
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
