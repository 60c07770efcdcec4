import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { recordBuiltInRows } from '@server/builtIn/builtInRows';
import { projectTable } from '@server/db/schema';
import { dayFromNow, type DemoContext, type SalesDesk } from './demoContext';
import { demoProjects } from './demoProjects';
import { projectKey } from './play/demoKeys';
import { scripts } from './play/projectScripts';

/** Returns a function that creates project numbers 年份+类型+流水 (PRODUCT §3) in the order of the projects. */
function projectNumbering(): (year: string, type: string) => string {
  const last = new Map<string, number>();
  return (year, type) => {
    const next = (last.get(year + type) ?? 0) + 1;
    last.set(year + type, next);
    return `${year}${type}${String(next).padStart(4, '0')}`;
  };
}

const typeNames = {
  DQ: '职业病危害因素定期检测',
  XZ: '职业病危害现状评价检测',
  KX: '职业病危害控制效果评价检测',
  WT: '职业病危害因素委托检测',
  JD: '职业病危害因素监督监测',
} as const;

/**
 * Adds the projects of the demonstration.
 * @param units units of the organization, in the order of `firstUnits`
 * @param people ids of people by user name
 */
export async function addProjects(
  demo: DemoContext,
  sales: SalesDesk,
  units: readonly AnyRow[],
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const numberOf = projectNumbering();
  const addedProjects: AnyRow[] = [];
  for (const { unit, type, stage, leader, starts, due, remark, workScope, follows } of demoProjects) {
    const inspected = units[unit] as AnyRow;
    const plannedOn = dayFromNow(demo, starts);
    const year = plannedOn.slice(0, 4);
    const earlierProject = follows === undefined ? undefined : addedProjects[follows];
    const draft = {
      code: numberOf(year, type),
      projectName: `${String(inspected.unitName)}${year}年度${typeNames[type]}`,
      belongInspect: inspected.id,
      customer: inspected.customer,
      type,
      leader: people.get(leader),
      team: ['field', 'analyst'].map((name) => people.get(name)),
      createYear: Number(year),
      plannedOn,
      dueOn: dayFromNow(demo, due),
      jcbgFlag: true,
      remark,
      workScope,
      typeGl: earlierProject?.type,
      projectIdGl: earlierProject?.id,
    };
    const row = await sales.add('project', draft);
    const index = addedProjects.push(row) - 1;
    // The demonstration moves the projects of its scripts by the product's own calls. Other projects are set to the
    // state that the workflow would have reached.
    const script = scripts.find(({ project }) => project === index);
    if (script) {
      await recordBuiltInRows(demo.tx, demo.builtInIds, [{ key: projectKey(index), rowId: row.id }]);
      // Without sheets it was begun before evaluations had stages of their own, and needs none of them.
      if (!script.sheets) await demo.tx.update(projectTable).set({ service: null }).where(eq(projectTable.id, row.id));
    } else await demo.tx.update(projectTable).set({ stage }).where(eq(projectTable.id, row.id));
  }
}
