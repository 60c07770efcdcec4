import { inArray, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import {
  hazardLimitTable,
  hazardTable,
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  projectTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
  siteSurveyTable,
} from '@server/db/schema';
import { type JudgedProject, riskOfProject } from './judgedProjects';

type JudgedRisk = Awaited<ReturnType<typeof riskOfProject>>;

// PostgreSQL marks every row with the transaction that wrote it. So an added, changed or deleted row changes the
// count or the sum.
const rowsFingerprint = sql`count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)`;
const libraryTables = [hazardTable, hazardLimitTable, labMethodTable];
const projectTables = [labSheetTable, sampleTable, samplingDayTable, siteHazardTable, siteSurveyTable];

/** Returns a fingerprint of each project's judgement inputs, which changes with them. One query reads all. */
async function fingerprintsOf(orm: Orm, projectIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (!projectIds.length) return new Map();
  const partFingerprints = projectTables.map(
    (table) => sql`(select ${rowsFingerprint} from ${table} part where part.project = ${projectTable.id})`,
  );
  const rows = sql`(select count(*) || ' ' || coalesce(sum(line.xmin::text::bigint), 0) from ${labSheetRowTable} line
    join ${labSheetTable} sheet on sheet.id = line.sheet where sheet.project = ${projectTable.id})`;
  const library = libraryTables.map((table) => sql`(select ${rowsFingerprint} from ${table})`);
  const fingerprint = sql<string>`concat_ws('/', ${sql.join([...partFingerprints, rows, ...library], sql`, `)})`;
  const projectFingerprints = await orm
    .select({ id: projectTable.id, fingerprint })
    .from(projectTable)
    .where(inArray(projectTable.id, [...projectIds]));
  return new Map(projectFingerprints.map((row) => [row.id, row.fingerprint]));
}

const maxRemembered = 500;

type JudgeProjects = (orm: Orm, projects: readonly JudgedProject[]) => Promise<JudgedRisk[]>;

const judgeOfDatabase = new WeakMap<object, JudgeProjects>();

/** Returns the judge of a database. Lists and figures share its verdicts, so that each is calculated once. */
export function riskJudge(database: object): JudgeProjects {
  const judgeRisk = judgeOfDatabase.get(database) ?? rememberedRisk();
  judgeOfDatabase.set(database, judgeRisk);
  return judgeRisk;
}

/** Returns a judge that recalculates a project only after its inputs have changed. */
function rememberedRisk(): JudgeProjects {
  const judgedByProject = new Map<number, { readonly fingerprint: string; readonly judged: JudgedRisk }>();
  return async (orm, projects) => {
    const currentFingerprints = await fingerprintsOf(
      orm,
      projects.map(({ id }) => id),
    );
    const judgedRisks: JudgedRisk[] = [];
    for (const project of projects) {
      // Includes the data of the unit and the project itself, which affect the verdict.
      const fingerprint = `${currentFingerprints.get(project.id) ?? ''}/${project.code}/${project.exposedCount ?? ''}/${project.testedOn ?? ''}`;
      const previousRisk = judgedByProject.get(project.id);
      const judgedRisk =
        previousRisk?.fingerprint === fingerprint ? previousRisk.judged : await riskOfProject(orm, project);
      if (judgedByProject.size >= maxRemembered) judgedByProject.clear();
      judgedByProject.set(project.id, { fingerprint, judged: judgedRisk });
      judgedRisks.push(judgedRisk);
    }
    return judgedRisks;
  };
}
