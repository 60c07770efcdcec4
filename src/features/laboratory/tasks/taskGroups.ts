import { labDictionaries } from '@contract/dictionaries/laboratory';
import type { TaskPile, TaskSeen } from '@contract/features/laboratory/tasks/labTasks';

/** Piles that are shown together: the piles of a project, or of one hazard and method. */
export interface TaskGroup extends Pick<
  TaskPile,
  'waiting' | 'distributed' | 'testing' | 'blanks' | 'overdue' | 'dueOn' | 'keepUntil'
> {
  readonly key: string;
  readonly title: string;
  /** Text below the title. */
  readonly detail: string;
  readonly piles: readonly TaskPile[];
}

type GroupBy = 'project' | 'hazard' | 'method' | 'technique';

const earliestDay = (days: readonly (string | null)[]): string | null =>
  days.flatMap((day) => day ?? []).sort()[0] ?? null;
const methodText = (pile: TaskPile): string => pile.methodTitle ?? '未定检测方法';

const techniques: ReadonlyMap<string, string> = new Map(
  labDictionaries.labMethodKind.map(({ value, label }) => [value, label]),
);

const headOf: Readonly<Record<GroupBy, (pile: TaskPile) => readonly [key: string, title: string, detail: string]>> = {
  project: (pile) => [`p${pile.project}`, pile.projectCode, pile.projectName],
  hazard: (pile) => [`h${pile.hazard}m${pile.method ?? 0}`, pile.hazardName, methodText(pile)],
  method: (pile) => [`m${pile.method ?? 0}`, methodText(pile), pile.technique ?? pile.standardNo ?? ''],
  technique: (pile) => [`t${pile.methodKind ?? ''}`, techniques.get(pile.methodKind ?? '') ?? methodText(pile), ''],
};

/** Returns the ids of the methods of a group, each once; 0 for tasks without a method. */
export const methodsOf = ({ piles }: Pick<TaskGroup, 'piles'>): number[] => [
  ...new Set(piles.map(({ method }) => method ?? 0)),
];

/** Returns the groups in the order of the piles: most urgent first. */
export function groupsOf(piles: readonly TaskPile[], by: GroupBy): TaskGroup[] {
  const groups = new Map<string, TaskPile[]>();
  for (const pile of piles) {
    const [key] = headOf[by](pile);
    groups.set(key, [...(groups.get(key) ?? []), pile]);
  }
  return [...groups.values()].map((group) => {
    const [key, title, detail] = headOf[by](group[0] as TaskPile);
    const sum = (name: 'waiting' | 'distributed' | 'testing' | 'blanks' | 'overdue') =>
      group.reduce((total, pile) => total + pile[name], 0);
    return {
      key,
      title,
      detail: by === 'technique' ? `${methodsOf({ piles: group }).length}种检测方法` : detail,
      piles: group,
      waiting: sum('waiting'),
      distributed: sum('distributed'),
      testing: sum('testing'),
      blanks: sum('blanks'),
      overdue: sum('overdue'),
      dueOn: earliestDay(group.map(({ dueOn }) => dueOn)),
      keepUntil: earliestDay(group.map(({ keepUntil }) => keepUntil)),
    };
  });
}

export const pileKey = (pile: Pick<TaskPile, 'project' | 'hazard' | 'method' | 'variant'>): string =>
  `${pile.project} ${pile.hazard} ${pile.method ?? 0} ${pile.variant}`;

/** 任务单: tasks of one analyst in one project. */
interface TaskSheet {
  readonly key: string;
  readonly analystName: string;
  readonly projectCode: string;
  readonly projectName: string;
  readonly items: readonly (readonly TaskSeen[])[];
  readonly tasks: readonly TaskSeen[];
}

/** Returns sheets of distributed tasks, one per analyst and project, sorted by hazard and method. */
export function taskSheetsOf(tasks: readonly TaskSeen[]): TaskSheet[] {
  const distributedTasks = tasks.filter(({ analyst, state }) => analyst !== null && state !== 'voided');
  const groupRows = <K>(rows: readonly TaskSeen[], keyOf: (row: TaskSeen) => K): TaskSeen[][] => {
    const groups = new Map<K, TaskSeen[]>();
    for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
    return [...groups.values()];
  };
  return groupRows(distributedTasks, ({ analyst, project }) => `${analyst} ${project}`).map((rows) => {
    const [firstRow] = rows as [TaskSeen];
    return {
      key: `${firstRow.analyst} ${firstRow.project}`,
      analystName: firstRow.analystName ?? '',
      projectCode: firstRow.projectCode,
      projectName: firstRow.projectName,
      items: groupRows(rows, pileKey),
      tasks: rows,
    };
  });
}
