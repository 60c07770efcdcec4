import { eq } from 'drizzle-orm';
import { type FormTables, withRowNumbers, rowsOf, withTableRows } from '@contract/features/conformity/forms/formTable';
import { type RuledFinding, timeFindings } from '@contract/features/conformity/timeRules/timeFindings';
import { timeTexts } from '@contract/features/conformity/timeRules/timeTexts';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { organizationTable, projectTable, serviceFormTable } from '@server/db/schema';
import { isCompletedSheet } from '@server/features/projects/completedSheets';
import { Refusal } from '@server/http/errors';
import type { Services } from '@server/services';
import { timeFactsOf } from './timeFacts';

type GateServices = Pick<Services, 'env' | 'now'>;

/** A finding of level `stop`, with the rule that it contradicts. */
interface StoppingFinding {
  readonly rule: string;
  readonly title: string;
  readonly message: string;
}

/** Returns the current findings of a project by the time rules (GBZ 331-2024; `docs/science.md`). */
async function findingsOf({ env, now }: GateServices, orm: Orm, projectId: number): Promise<RuledFinding[]> {
  const rows = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  const factsByProject = await timeFactsOf(orm, env.zone, formatDay(now(), env.zone), rows);
  const projectFacts = factsByProject.get(projectId);
  return projectFacts ? timeFindings(projectFacts) : [];
}

/** Returns the current findings that stop a project. */
const stopsOf = async (services: GateServices, orm: Orm, projectId: number): Promise<StoppingFinding[]> =>
  (await findingsOf(services, orm, projectId)).filter(({ level }) => level === 'stop');

/** Returns the rows of a new 时间规则例外说明: the current findings that stop the project, still without a reason. */
export async function exceptionsOf(services: GateServices, orm: Orm, projectId: number): Promise<FormTables> {
  const stops = await stopsOf(services, orm, projectId);
  const rows = stops.map(({ rule, title, message }) => ({ rule: `${rule} ${title}`, finding: message }));
  return withTableRows({}, { key: 'exceptions' }, withRowNumbers(rows));
}

/** Returns the findings for which a signed 时间规则例外说明 gives a reason. */
async function explainedFindings(orm: Orm, projectId: number): Promise<ReadonlySet<string>> {
  const sheets = await orm
    .select({ tables: serviceFormTable.tables })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'timeExceptions', project: projectId }));
  return new Set(
    sheets.flatMap(({ tables }) =>
      rowsOf((tables ?? {}) as FormTables, { key: 'exceptions' }).map(({ finding }) => String(finding)),
    ),
  );
}

/** Rules that stop an evaluation of the present state in every organization: chemicals in three shifts. */
const rulesOfEvaluation: ReadonlySet<string> = new Set(['T29']);

/**
 * Returns the violated time rules that stop a project. A sheet with a reason, signed by three people, lifts a rule.
 * An organization that has not switched the rules on only sees the findings; just an evaluation is stopped by the rules
 * of its own. Projects from before the kinds of service were stored have none.
 * @param onlyRules ids of the rules that a step asks about; all without it
 */
export async function stoppingViolations(
  services: GateServices,
  orm: Orm,
  projectId: number,
  onlyRules?: ReadonlySet<string>,
): Promise<StoppingFinding[]> {
  const [gatedProject] = await orm
    .select({ on: organizationTable.timeGate, service: projectTable.service })
    .from(projectTable)
    .innerJoin(organizationTable, eq(organizationTable.id, projectTable.organizationId))
    .where(eq(projectTable.id, projectId));
  const isAlwaysStopped = gatedProject?.service === 'presentState';
  if (!gatedProject?.on && !isAlwaysStopped) return [];
  const stops = (await stopsOf(services, orm, projectId)).filter(
    ({ rule }) => (!onlyRules || onlyRules.has(rule)) && (gatedProject?.on || rulesOfEvaluation.has(rule)),
  );
  if (!stops.length) return [];
  const reasons = await explainedFindings(orm, projectId);
  return stops.filter(({ message }) => !reasons.has(message));
}

/** Stages in which nothing of a project can be put right any more, or nothing has been done. */
const quietStages: ReadonlySet<string> = new Set(['draft', 'published', 'terminated']);

/**
 * Returns the findings of a project for its pages: all, or where the organization lets them stop a step only those that
 * `stoppingViolations` does not return.
 */
export async function findingsOfProject(
  services: Services,
  { id, stage }: { readonly id: number; readonly stage?: unknown },
): Promise<RuledFinding[]> {
  if (quietStages.has(String(stage))) return [];
  const { orm } = services.database;
  const stopMessages = new Set((await stoppingViolations(services, orm, id)).map(({ message }) => message));
  return (await findingsOf(services, orm, id)).filter(({ message }) => !stopMessages.has(message));
}

/**
 * Refuses a step of a project whose facts contradict a rule of time that stops (`stoppingViolations`).
 * @param action the step in words, e.g. 结束采样
 * @param onlyRules ids of the rules that the step asks about; all without it
 * @throws Refusal 409 `timeRule` with each finding
 */
export async function assertTimes(
  services: GateServices,
  tx: Orm,
  projectId: number,
  action: string,
  onlyRules?: ReadonlySet<string>,
): Promise<void> {
  const unexplainedStops = await stoppingViolations(services, tx, projectId, onlyRules);
  if (!unexplainedStops.length) return;
  throw new Refusal(
    409,
    'timeRule',
    timeTexts.stopped(
      action,
      unexplainedStops.map(({ message }) => message),
    ),
    {
      errors: unexplainedStops.map(({ rule, message }, index) => ({
        field: `problem${index + 1}`,
        message: `${rule} ${message}`,
      })),
    },
  );
}
