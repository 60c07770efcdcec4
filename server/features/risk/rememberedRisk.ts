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

type Judged = Awaited<ReturnType<typeof riskOfProject>>;

// PostgreSQL marks every row with the transaction that wrote it. So an added, changed or deleted row changes the
// count or the sum.
const marks = sql`count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)`;
const libraries = [hazardTable, hazardLimitTable, labMethodTable];
const parts = [labSheetTable, sampleTable, samplingDayTable, siteHazardTable, siteSurveyTable];

/** Returns a mark of each project's judgement inputs, which changes with them. One query reads all marks. */
async function marksOf(orm: Orm, projects: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (!projects.length) return new Map();
  const own = parts.map((table) => sql`(select ${marks} from ${table} part where part.project = ${projectTable.id})`);
  const rows = sql`(select count(*) || ' ' || coalesce(sum(line.xmin::text::bigint), 0) from ${labSheetRowTable} line join ${labSheetTable} sheet on sheet.id = line.sheet where sheet.project = ${projectTable.id})`;
  const library = libraries.map((table) => sql`(select ${marks} from ${table})`);
  const mark = sql<string>`concat_ws('/', ${sql.join([...own, rows, ...library], sql`, `)})`;
  const found = await orm
    .select({ id: projectTable.id, mark })
    .from(projectTable)
    .where(inArray(projectTable.id, [...projects]));
  return new Map(found.map((one) => [one.id, one.mark]));
}

const most = 500;

type Judge = (orm: Orm, projects: readonly JudgedProject[]) => Promise<Judged[]>;

const judges = new WeakMap<object, Judge>();

/** Returns the judge of a database. Lists and figures share its verdicts, so that each is calculated once. */
export function riskJudge(database: object): Judge {
  const judge = judges.get(database) ?? rememberedRisk();
  judges.set(database, judge);
  return judge;
}

/** Returns a judge that recalculates a project only after its inputs have changed. */
function rememberedRisk(): Judge {
  const known = new Map<number, { readonly mark: string; readonly judged: Judged }>();
  return async (orm, projects) => {
    const now = await marksOf(
      orm,
      projects.map(({ id }) => id),
    );
    const answers: Judged[] = [];
    for (const project of projects) {
      // Includes the data of the unit and the project itself, which affect the verdict.
      const mark = `${now.get(project.id) ?? ''}/${project.code}/${project.exposedCount ?? ''}/${project.testedOn ?? ''}`;
      const kept = known.get(project.id);
      const judged = kept?.mark === mark ? kept.judged : await riskOfProject(orm, project);
      if (known.size >= most) known.clear();
      known.set(project.id, { mark, judged });
      answers.push(judged);
    }
    return answers;
  };
}
